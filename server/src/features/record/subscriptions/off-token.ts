import { createHmac } from 'node:crypto';
import { isSameSecret } from '#core/same-secret.ts';

/**
 * What is switched off: the letters that a person gets as an owner, a subscription by whoever made it, the letters to one further address, or the asking
 * whether it wants them.
 */
const subjects = {
  owner: 'weekly letter off ',
  subscription: 'subscription off ',
  receiver: 'letters to an address off ',
  ask: 'asking an address off ',
} as const;
export type OffSubject = keyof typeof subjects;
const kinds = Object.keys(subjects) as OffSubject[];

const id_bytes = 16;
/** 128 bits: nobody finds one by trying. */
const proof_bytes = 16;

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const proofOf = (of: OffSubject, id: Buffer, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update(subjects[of]).update(id).digest().subarray(0, proof_bytes);

/**
 * What switches letters off, and does nothing else. It is kept nowhere: it follows from whose they are and the secret of the installation,
 * so that it works in every letter, however old.
 */
export function offToken(of: OffSubject, id: string, key: Uint8Array): string {
  const bytes = idBytes(id);
  return Buffer.concat([bytes, proofOf(of, bytes, key)]).toString('base64url');
}

/** What a token switches off, and whose; undefined where it is none of this installation. */
export function subjectOfToken(token: string, key: Uint8Array): { of: OffSubject; id: string } | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, id_bytes);
  if (bytes.length !== id_bytes + proof_bytes || bytes.toString('base64url') !== token) return undefined;
  const proof = bytes.toString('hex', id_bytes);
  const of = kinds.find((kind) => isSameSecret(proof, proofOf(kind, id, key).toString('hex')));
  return of && { of, id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}
