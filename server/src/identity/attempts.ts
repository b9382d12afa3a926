import { createHash } from 'node:crypto';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { networkOf } from '#core/network.ts';

/** How many failures a key may have within the window before it is limited; `attemptLimit` makes one. */
export type AttemptLimit = { readonly failures: number; readonly window_ms: number };

/** How long attempts are kept: no limit, of whatever feature, looks further back. */
export const attemptsKept_ms = day_ms;

/** @throws RangeError when the window begins before what is kept */
export function attemptLimit(failures: number, window_ms: number): AttemptLimit {
  if (window_ms > attemptsKept_ms) throw new RangeError(`attempts of ${window_ms} ms ago are not kept`);
  return { failures, window_ms };
}

/** Key of an account, or of an address that may have none, so that both cost the same; the address itself is not kept. */
export const accountKey = (user: { id: string } | undefined, email: string): string =>
  user ? `account:${user.id}` : `nobody:${createHash('sha256').update(email).digest('base64url')}`;

/** Key of where an attempt came from. */
export const networkKey = (address: string): string => `network:${networkOf(address)}`;

/** Milliseconds until a key may try again; 0 while it is below its limit. */
export async function limitedFor(db: Db, key: string, limit: AttemptLimit, now_ms: number): Promise<number> {
  const decisive = await db
    .selectFrom('attempt')
    .where('key', '=', key)
    .where('at', '>', timestamp(now_ms - limit.window_ms))
    .orderBy('at', 'desc')
    .offset(limit.failures - 1)
    .limit(1)
    .select('at')
    .executeTakeFirst();
  return decisive ? decisive.at + limit.window_ms - now_ms : 0;
}

/**
 * Counts an attempt unless the key is at its limit, and resolves with the milliseconds until one may come again (0: this one
 * may). However many come at once, no more than the limit are let in.
 */
export async function admit(db: Db, key: string, limit: AttemptLimit, now_ms: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  const wait_ms = await limitedFor(db, key, limit, now_ms);
  if (wait_ms === 0)
    await db
      .insertInto('attempt')
      .values({ key, at: timestamp(now_ms) })
      .execute();
  return wait_ms;
}

/** Forgets the failures of a key that has proved itself. */
export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempt').where('key', '=', key).execute();
}
