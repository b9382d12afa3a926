import { createHash, randomBytes } from 'node:crypto';

/** What opens a link: 192 bits, so that nobody finds one by trying. */
export const newToken = (): string => randomBytes(24).toString('base64url');
export const isToken = (text: string): boolean => /^[\w-]{32}$/.test(text);
/** What is kept of it. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Letters that nobody takes for one another, for a code that may have to be typed from a wall. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';
/** The code of a poster: it lets nobody in, and is only to be none that somebody guesses. */
export const newCode = (): string => Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
export const isCode = (text: string): boolean => /^[2-9a-hj-km-np-z]{16}$/.test(text);
