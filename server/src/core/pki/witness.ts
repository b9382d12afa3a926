import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** Somebody outside who cosigns checkpoints, as the operator has named it (https://c2sp.org/tlog-witness). */
export type Witness = {
  /** Where it is asked, without the `/add-checkpoint`. */
  url: string;
  name: string;
  /** Ed25519. */
  key: KeyObject;
  /** By which its signatures are found, 4 bytes. */
  keyId: Buffer;
};

/** Number of the algorithm of a cosignature with a time, in the key's id and before the key itself. */
const cosignature = 4;
/** What comes before the 32 bytes of an Ed25519 key in an SPKI. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** An address that the operator may name: http or https, without a password. */
export function outsideAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url.href : undefined;
}

/**
 * Reads `<url> <verifier key>`; the key is `name+id+base64(0x04, key)`.
 * @throws Error with a sentence's end, such as `must be like …`
 */
export function readWitness(text: string): Witness {
  const [, address = '', name = '', id = '', base64 = ''] =
    /^(\S+) +([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text.trim()) ?? [];
  const url = outsideAddress(address);
  if (!url) throw new Error('must be like https://witness.example.com witness.example.com+1a2b3c4d+BHxx…');
  const bytes = Buffer.from(base64, 'base64');
  const keyId = createHash('sha256').update(`${name}\n`).update(bytes).digest().subarray(0, 4);
  if (bytes[0] !== cosignature || keyId.toString('hex') !== id)
    throw new Error('names a verifier key that is none of a witness, or mistyped');
  const key = createPublicKey({ key: Buffer.concat([spkiHead, bytes.subarray(1)]), format: 'der', type: 'spki' });
  return { url: url.replace(/\/+$/, ''), name, key, keyId };
}
