import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Signed notes of C2SP (https://c2sp.org/signed-note) with Ed25519, and what stands in those of a log (https://c2sp.org/tlog-checkpoint). */

/** The algorithm's number in the id of a key and before the key itself. */
const ed25519 = Uint8Array.of(1);
/** Bytes of an SPKI before the key. */
const spkiHead_bytes = 12;

/** What a tree was at a time: who keeps it, how many leaves it had, and its root. */
export type Checkpoint = { origin: string; size: number; root: Uint8Array };

const base64 = (...parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('base64');

/** The text of a checkpoint, which is what is signed. No line but the three that each has. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${base64(root)}\n`;

/** The 32 bytes of a public key. */
export const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(spkiHead_bytes);

/** What a verifier finds a key by: the first four bytes of the hash of its name and itself. */
export const keyId = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256').update(`${name}\n`).update(ed25519).update(publicKey).digest().subarray(0, 4);

/** A key as a verifier is given it, on a line. */
export const keyLine = (name: string, publicKey: Uint8Array): string =>
  `${name}+${keyId(name, publicKey).toString('hex')}+${base64(ed25519, publicKey)}`;

/** A text signed by each of these keys under one name: the text, an empty line, a line for each. */
export function signedNote(text: string, name: string, keys: readonly KeyObject[]): string {
  const lines = keys.map((key) => {
    const signature = sign(null, Buffer.from(text), key);
    return `— ${name} ${base64(keyId(name, publicBytes(key)), signature)}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** The text of a note without its signatures. */
export const textOf = (note: string): string => note.slice(0, note.indexOf('\n\n') + 1);

/**
 * A proof that stands by itself (https://c2sp.org/tlog-proof): where a leaf is, the path to the root, and the checkpoint.
 * @param extra what goes with it and is proved by nothing: who reads it proves it itself
 */
export const tlogProof = (of: { ix: number; path: readonly Uint8Array[]; note: string; extra: string }): string =>
  [
    'c2sp.org/tlog-proof@v1',
    `extra ${base64(Buffer.from(of.extra))}`,
    `index ${of.ix}`,
    ...of.path.map((hash) => base64(hash)),
    '',
    of.note,
  ].join('\n');
