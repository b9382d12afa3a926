import { createHmac, randomBytes } from 'node:crypto';
import { totp } from '@brina/domain/people/factors';
import { isSameSecret } from '#core/same-secret.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret of 160 bits (RFC 4226, 4), in base 32 as it is typed into an app. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

/** The code of a time step: HOTP (RFC 4226, 5.3) of its number (RFC 6238, 4.2). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** totp.digits;
  return String(number).padStart(totp.digits, '0');
}

/** Number of the time step that a moment (epoch ms) is in. */
export const totpStep = (now_ms: number): number => Math.floor(now_ms / totp.step_ms);

/**
 * The time step of which this is the code: the present one, or the one before or after it, for clocks that differ and people who
 * type (RFC 6238, 5.2). `undefined` when it is of none of them.
 */
export function stepOfCode(secret: string, code: string, now_ms: number): number | undefined {
  const present = totpStep(now_ms);
  return [present, present - 1, present + 1].find((step) => isSameSecret(totpCode(secret, step), code));
}

/** What the QR code says to an app (the key URI that authenticator apps read). */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const told = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(totp.digits) });
  return `otpauth://totp/${label}?${told}&period=${totp.step_ms / 1000}`;
}

/** RFC 4648, 6, without padding. */
function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
