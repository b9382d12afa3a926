import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Whose page a token opens: a user by its e-mail address, as long as it has this role. */
export type SealedUser = { email: string; role: string };

const version = 1;
const nonce_bytes = 12;
const tag_bytes = 16;
const algorithm = 'aes-256-gcm';

/**
 * The last part of a user page's address (S2.30): e-mail and role, encrypted and authenticated, so that addresses in
 * histories and logs tell nobody's e-mail and nobody can make one up. Base64url of version, nonce, tag and ciphertext;
 * never the same twice.
 * @param key 32 bytes, a secret of this installation
 */
export function sealUser(key: Uint8Array, { email, role }: SealedUser): string {
  const header = Buffer.concat([Buffer.of(version), randomBytes(nonce_bytes)]);
  const cipher = createCipheriv(algorithm, key, header.subarray(1), { authTagLength: tag_bytes }).setAAD(header);
  const sealed = Buffer.concat([cipher.update(`${email}|${role}`, 'utf8'), cipher.final()]);
  return Buffer.concat([header, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What {@link sealUser} sealed with this key; `undefined` for any other text, however little it differs. */
export function openUser(key: Uint8Array, token: string): SealedUser | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding overlooks letters outside the alphabet and the last letter's spare bits; a token has one spelling.
  if (bytes.toString('base64url') !== token) return undefined;
  const header = bytes.subarray(0, 1 + nonce_bytes);
  const tag = bytes.subarray(header.length, header.length + tag_bytes);
  if (header[0] !== version || tag.length !== tag_bytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, header.subarray(1), { authTagLength: tag_bytes });
  decipher.setAAD(header).setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(header.length + tag_bytes), undefined, 'utf8') + decipher.final('utf8');
    // An e-mail address may hold a bar, a role does not.
    const bar = text.lastIndexOf('|');
    return { email: text.slice(0, bar), role: text.slice(bar + 1) };
  } catch {
    return undefined;
  }
}
