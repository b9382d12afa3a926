import { verify } from 'node:crypto';
import type { Witness } from '#core/pki/witness.ts';

/** Cosignatures of witnesses (https://c2sp.org/tlog-cosignature). */

/** Before the signature stand the key's id and the time, in seconds. */
const [keyId_bytes, head_bytes, signature_bytes] = [4, 12, 64];

/**
 * The first of some lines by which a witness has signed a text with its time, ended; undefined where none is.
 * @param text of a note, without its signatures
 */
export const cosignatureIn = (lines: string, text: string, witness: Witness): string | undefined =>
  lines
    .split('\n')
    .find((line) => isCosigned(line, text, witness))
    ?.concat('\n');

function isCosigned(line: string, text: string, { name, key, keyId }: Witness): boolean {
  const [, by, base64 = ''] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (by !== name || bytes.length !== head_bytes + signature_bytes || bytes.toString('base64') !== base64) return false;
  const time_s = bytes.readBigUInt64BE(keyId_bytes);
  const signed = Buffer.from(`cosignature/v1\ntime ${time_s}\n${text}`);
  return (
    bytes.subarray(0, keyId_bytes).equals(keyId) && time_s > 0n && verify(null, signed, key, bytes.subarray(head_bytes))
  );
}
