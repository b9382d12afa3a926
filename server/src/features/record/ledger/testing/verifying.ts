import { createHash, createPublicKey, verify } from 'node:crypto';

/** What a verifier does, by the letter of RFC 9162 and C2SP, and by nothing of what made the proofs. */

const hashOf = (prefix: number, ...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Uint8Array.of(prefix), ...parts]))
    .digest();

/** MTH of RFC 9162, 2.1.1, as it is written there. */
export function naiveRoot(leaves: readonly Uint8Array[]): Buffer {
  const [first] = leaves;
  if (!first) return createHash('sha256').digest();
  if (leaves.length === 1) return hashOf(0, first);
  const k = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return hashOf(1, naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

/** Whether a proof says that a leaf with this content is in the tree of this root: 2.1.3.2. */
export function isIncluded(
  data: Uint8Array,
  { ix, size, path, root }: { ix: number; size: number; path: readonly Uint8Array[]; root: Uint8Array },
): boolean {
  if (!(ix >= 0 && ix < size)) return false;
  let [fn, sn, r] = [ix, size - 1, hashOf(0, data)];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = hashOf(1, p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else r = hashOf(1, r, p);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && r.equals(root);
}

type Head = { size: number; root: Uint8Array };

/** Whether a proof says that the later tree begins with the former: 2.1.4.2. */
export function isConsistent(former: Head, later: Head, proof: readonly Uint8Array[]): boolean {
  if (former.size < 1 || former.size > later.size) return false;
  if (former.size === later.size) return proof.length === 0 && Buffer.from(former.root).equals(later.root);
  const path = Number.isInteger(Math.log2(former.size)) ? [former.root, ...proof] : [...proof];
  const [first, ...rest] = path;
  if (!first) return false;
  let [fn, sn] = [former.size - 1, later.size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr]: [Buffer, Buffer] = [Buffer.from(first), Buffer.from(first)];
  for (const c of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [hashOf(1, c, fr), hashOf(1, c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn / 2, Math.floor(sn / 2)];
    } else sr = hashOf(1, sr, c);
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fr.equals(former.root) && sr.equals(later.root);
}

/**
 * A checkpoint that one of these keys signed, each as a line of a verifier; `undefined` where none did.
 * @param keys lines `name+id+base64`
 */
export function openedNote(note: string, keys: readonly string[]): (Head & { origin: string }) | undefined {
  const [text, signatures, ...more] = note.split('\n\n');
  if (text === undefined || !signatures?.endsWith('\n') || more.length > 0) return undefined;
  const isSigned = signatures
    .slice(0, -1)
    .split('\n')
    .some((line) => {
      const [, name, signed] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      return keys.some(
        (key) => name !== undefined && signed !== undefined && isSignedBy(key, name, signed, `${text}\n`),
      );
    });
  const [origin, size, root, ...rest] = text.split('\n');
  if (!isSigned || !origin || !size || !root || rest.length > 0) return undefined;
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

function isSignedBy(key: string, name: string, signed: string, text: string): boolean {
  const [keyName, id, encoded = ''] = key.split('+', 2).concat(key.split('+').slice(2).join('+'));
  const bytes = Buffer.from(encoded, 'base64');
  const signature = Buffer.from(signed, 'base64');
  if (keyName !== name || bytes[0] !== 1 || signature.toString('base64') !== signed) return false;
  const hash = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
  if (hash !== id || signature.toString('hex', 0, 4) !== id) return false;
  const x = bytes.subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), publicKey, signature.subarray(4));
}

/** The line of a public key, in hex, under a name. */
export function lineOfKey(name: string, publicKey: string): string {
  const bytes = Buffer.from(`01${publicKey}`, 'hex');
  const id = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
  return `${name}+${id}+${bytes.toString('base64')}`;
}

/** The root that a note says, whoever signed it. */
export const rootOfNote = (note: string): Buffer => Buffer.from(note.split('\n')[2] ?? '', 'base64');
