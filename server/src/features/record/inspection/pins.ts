import { createHmac, timingSafeEqual } from 'node:crypto';
import { linkPin_digits, wrongPins_max } from '@brina/domain/haccp/inspection';
import { minute_ms } from '@brina/domain/language/durations';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { admit, attemptLimit, forgetAttempts } from '#identity/attempts.ts';
import { verifyPassword } from '#identity/passwords.ts';
import type { Opened } from './opened.queries.ts';

/** Wrong PINs of a link before a quarter of an hour must pass, whoever tries: six digits are few. */
const limit = attemptLimit(5, 15 * minute_ms);

const isPin = new RegExp(`^\\d{${linkPin_digits}}$`);

/** That a PIN was wrong, or that nobody may try for so many minutes. */
export type WrongPin = { wrong: 'pin' } | { wrong: 'locked'; minutes: number };

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

/**
 * Ends the link where its PIN was typed wrong too often.
 * @returns the cookie of a right PIN, or that it is wrong, or that nobody may try for now, or any more
 */
export async function provePin(
  { db, clock, pageKey }: Pick<Parts, 'db' | 'clock' | 'pageKey'>,
  link: Link,
  form: unknown,
): Promise<{ cookie: string } | WrongPin | { wrong: 'ended' }> {
  const { pin } = (typeof form === 'object' && form !== null ? form : {}) as { pin?: unknown };
  const cookie = `${nameOf(link)}=${proofOf(link, pageKey)}`;
  if (link.pinHash === null) return { cookie };
  if (typeof pin !== 'string' || !isPin.test(pin)) return { wrong: 'pin' };
  const key = `inspection-pin ${link.id}`;
  // Counted before it is looked at: of a burst of guesses no more than the limit are tried.
  const wait_ms = await db.write((tx) => admit(tx, key, limit, clock.now()));
  if (wait_ms > 0) return { wrong: 'locked', minutes: Math.ceil(wait_ms / minute_ms) };
  if (!(await verifyPassword(pin, link.pinHash)))
    return { wrong: (await db.write((tx) => countWrong(tx, link, clock.now()))) ? 'ended' : 'pin' };
  await db.write((tx) => forgetAttempts(tx, key));
  return { cookie };
}

/** Counts a wrong PIN for good: a right one in between takes none back. @returns whether the link has ended by it */
async function countWrong(db: Db, { id }: Link, now: number): Promise<boolean> {
  const { wrong_pins } = await db
    .updateTable('inspection_link')
    .set(({ eb }) => ({ wrong_pins: eb('wrong_pins', '+', 1) }))
    .where('id', '=', id)
    .returning('wrong_pins')
    .executeTakeFirstOrThrow();
  if (wrong_pins < wrongPins_max) return false;
  await db
    .updateTable('inspection_link')
    .set({ ended_at: timestamp(now), ended_why: 'wrong_pins' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  return true;
}
