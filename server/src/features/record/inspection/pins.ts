import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkPin_digits } from '@brina/domain/haccp/inspection';
import { minute_ms } from '@brina/domain/language/durations';
import type { Parts } from '#core/feature.ts';
import { admit, attemptLimit, forgetAttempts } from '#identity/attempts.ts';
import { verifyPassword } from '#identity/passwords.ts';
import type { Opened } from './opened.queries.ts';

/** Wrong PINs of a link before a quarter of an hour must pass, whoever tries: six digits are few. */
const limit = attemptLimit(5, 15 * minute_ms);

const isPin = new RegExp(`^\\d{${linkPin_digits}}$`);

type Link = Pick<Opened, 'id' | 'pinHash'>;

const nameOf = ({ id }: Link): string => `brina-link-${id}`;
/** What a browser keeps that has shown the PIN: nobody makes it without the secret of the installation, and another PIN ends it. */
const proofOf = (link: Link, key: Uint8Array): string =>
  createHmac('sha256', key).update(`inspection ${link.id} ${link.pinHash}`).digest('base64url');

/** Whether a link has no PIN, or the browser has shown it. */
export function isPinProven(cookies: string | undefined, link: Link, key: Uint8Array): boolean {
  if (link.pinHash === null) return true;
  const [, shown] = /^([^;]*)/.exec(cookies?.split(`${nameOf(link)}=`)[1] ?? '') ?? [];
  const [told, proof] = [Buffer.from(shown ?? ''), Buffer.from(proofOf(link, key))];
  return told.length === proof.length && timingSafeEqual(told, proof);
}

/** @returns the cookie of a right PIN, or that it is wrong, or that nobody may try for now */
export async function provePin(
  { db, clock, pageKey }: Pick<Parts, 'db' | 'clock' | 'pageKey'>,
  link: Link,
  form: unknown,
): Promise<{ cookie: string } | { wrong: 'pin' } | { wrong: 'locked'; minutes: number }> {
  const { pin } = (typeof form === 'object' && form !== null ? form : {}) as { pin?: unknown };
  const cookie = `${nameOf(link)}=${proofOf(link, pageKey)}`;
  if (link.pinHash === null) return { cookie };
  if (typeof pin !== 'string' || !isPin.test(pin)) return { wrong: 'pin' };
  const key = `inspection-pin ${link.id}`;
  // Counted before it is looked at: of a burst of guesses no more than the limit are tried.
  const wait_ms = await db.write((tx) => admit(tx, key, limit, clock.now()));
  if (wait_ms > 0) return { wrong: 'locked', minutes: Math.ceil(wait_ms / minute_ms) };
  if (!(await verifyPassword(pin, link.pinHash))) return { wrong: 'pin' };
  await db.write((tx) => forgetAttempts(tx, key));
  return { cookie };
}
