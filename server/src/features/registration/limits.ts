import type { Database, Db } from '#core/db/database.ts';
import type { Clock } from '#core/clock.ts';
import { Refusal } from '#core/http/refusal.ts';
import { accountKey, admit, type AttemptLimit, limitedFor, networkKey } from '#identity/attempts.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;

/** What anybody may do without a token, an hour and network: enough for a fair stand, too few to fill the portal. */
const networkLimits = {
  signUp: { failures: 30, window_ms: hour_ms },
  resetPassword: { failures: 30, window_ms: hour_ms },
  changePassword: { failures: 30, window_ms: hour_ms },
} as const satisfies Record<string, AttemptLimit>;

/**
 * New confirmation codes for one account. The day's limit is what keeps a guesser, who has five tries a code, at one chance in
 * two hundred a day.
 */
const resendLimits: readonly AttemptLimit[] = [
  { failures: 5, window_ms: hour_ms },
  { failures: 10, window_ms: day_ms },
];

/** Letters with a link that anybody can have sent to somebody else's address. */
const letterLimit: AttemptLimit = { failures: 3, window_ms: hour_ms };

const tooMany = (wait_ms: number): Refusal =>
  new Refusal('too_many_requests', 429, { data: { minutes: Math.ceil(wait_ms / minute_ms) } });

/**
 * Lets an attempt of a network in, or throws the refusal of S8.4. For what comes before slow work: who is over the limit is
 * answered from a reading transaction, so that a flood keeps nobody else from writing.
 */
export async function admitNetwork(
  { database, clock, address }: { database: Database; clock: Clock; address: string },
  what: keyof typeof networkLimits,
): Promise<void> {
  const limit = networkLimits[what];
  const key = `${what} ${networkKey(address)}`;
  const seen_ms = await database.read((db) => limitedFor(db, key, limit, clock.now()));
  const wait_ms = seen_ms || (await database.write((db) => admit(db, key, limit, clock.now())));
  if (wait_ms > 0) throw tooMany(wait_ms);
}

/** The refusal for who has asked for too many codes; `undefined` counts this one. */
export async function resendRefusal(db: Db, userId: string, now: number): Promise<Refusal | undefined> {
  for (const limit of resendLimits) {
    const key = `resend ${limit.window_ms} ${userId}`;
    const wait_ms = await admit(db, key, limit, now);
    if (wait_ms > 0) return tooMany(wait_ms);
  }
  return undefined;
}

/**
 * Whether a letter with a link may go to this address once more. Counted for unknown ones too, at the same cost; the answer
 * must not tell.
 */
export async function mayMail(db: Db, user: { id: string } | undefined, email: string, now: number): Promise<boolean> {
  return (await admit(db, `letter ${accountKey(user, email.toLowerCase())}`, letterLimit, now)) === 0;
}
