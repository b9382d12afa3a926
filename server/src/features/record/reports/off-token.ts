import { createHmac } from 'node:crypto';
import { isSameSecret } from '#core/same-secret.ts';

const id_bytes = 16;
/** 128 bits: nobody finds one by trying. */
const proof_bytes = 16;

const idBytes = (userId: string): Buffer => Buffer.from(userId.replaceAll('-', ''), 'hex');
const proofOf = (id: Buffer, key: Uint8Array): Buffer =>
  createHmac('sha256', key).update('weekly letter off ').update(id).digest().subarray(0, proof_bytes);

/**
 * What switches the letters of a person off, and does nothing else. It is kept nowhere: it follows from who it is and the secret of the
 * installation, so that it works in every letter, however old.
 */
export function offToken(userId: string, key: Uint8Array): string {
  const id = idBytes(userId);
  return Buffer.concat([id, proofOf(id, key)]).toString('base64url');
}

/** Whose letters a token switches off; undefined where it is none of this installation. */
export function userOfToken(token: string, key: Uint8Array): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, id_bytes);
  if (bytes.length !== id_bytes + proof_bytes || bytes.toString('base64url') !== token) return undefined;
  if (!isSameSecret(bytes.toString('hex', id_bytes), proofOf(id, key).toString('hex'))) return undefined;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
