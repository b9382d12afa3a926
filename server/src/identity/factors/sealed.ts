import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonce_bytes = 12;
const tag_bytes = 16;

/**
 * Encrypts and authenticates a text with AES-256-GCM. It opens only for the same use.
 * @param key 32 bytes
 * @param use what it is for, such as the id of the row it stands in: what is sealed for one use is nothing for another
 * @returns base64url of nonce, tag and ciphertext; never the same twice
 */
export function seal(key: Uint8Array, use: string, text: string): string {
  const nonce = randomBytes(nonce_bytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tag_bytes }).setAAD(Buffer.from(use));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What {@link seal} sealed with this key for this use; `undefined` for anything else. */
export function unseal(key: Uint8Array, use: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const tag = bytes.subarray(nonce_bytes, nonce_bytes + tag_bytes);
  // Decoding overlooks what is not of the alphabet; what was sealed has one spelling.
  if (tag.length !== tag_bytes || bytes.toString('base64url') !== sealed) return undefined;
  const nonce = bytes.subarray(0, nonce_bytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tag_bytes });
  decipher.setAAD(Buffer.from(use)).setAuthTag(tag);
  try {
    return decipher.update(bytes.subarray(nonce_bytes + tag_bytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
