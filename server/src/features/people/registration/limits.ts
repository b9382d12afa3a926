import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { Refusal } from '#core/http/refusal.ts';
import { accountKey, admit, attemptLimit, limitedFor, networkKey } from '#identity/attempts.ts';

/**
 * What anybody may do without a token, an hour and network: enough for a fair stand, too few to fill the portal. A link is looked at
 * each time that its page is opened, by mail programs too.
 */
const networkLimits = {
  signUp: attemptLimit(30, hour_ms),
  resetPassword: attemptLimit(30, hour_ms),
  changePassword: attemptLimit(30, hour_ms),
  lookAtLink: attemptLimit(120, hour_ms),
};

/** New confirmation codes that one may ask for. */
const resendLimit = attemptLimit(5, hour_ms);

/**
 * Confirmation codes mailed to one address, that of the sign-up and ten more: it keeps a guesser, who has five tries a code, at
 * one chance in two hundred a day.
 */
const codeLimit = attemptLimit(11, day_ms);

/** Letters with a link that anybody can have sent to somebody else's address. */
const letterLimit = attemptLimit(3, hour_ms);

/** Letters are counted by address: who deletes an unconfirmed account and registers anew begins no new count. */
const keyOf = (email: string): string => accountKey(undefined, email.toLowerCase());

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
export async function resendRefusal(db: Db, email: string, now: number): Promise<Refusal | undefined> {
  const wait_ms =
    (await admit(db, `resend ${keyOf(email)}`, resendLimit, now)) ||
    (await admit(db, `code ${keyOf(email)}`, codeLimit, now));
  return wait_ms > 0 ? tooMany(wait_ms) : undefined;
}

/** Whether the code of a sign-up may go to this address; counts it. */
export const mayMailCode = async (db: Db, email: string, now: number): Promise<boolean> =>
  (await admit(db, `code ${keyOf(email)}`, codeLimit, now)) === 0;

/**
 * Whether a letter with a link may go to this address once more. Counted for unknown ones too, at the same cost; the answer
 * must not tell.
 */
export const mayMail = async (db: Db, email: string, now: number): Promise<boolean> =>
  (await admit(db, `letter ${keyOf(email)}`, letterLimit, now)) === 0;
