import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { accountKey, admit, attemptLimit, forgetAttempts } from './attempts.ts';
import { verifyPassword } from './passwords.ts';

/** Wrong ones that somebody who is signed in may try in a quarter of an hour. */
const ownLimit = attemptLimit(10, 15 * minute_ms);

type Proof =
  /** `hash` is what the password was compared with: it may have changed until it is used. */
  | { outcome: 'proved'; hash: string }
  | { outcome: 'wrong' }
  /** Too many wrong ones on this account, of who was signed in. */
  | { outcome: 'limited'; retryAfter_ms: number };

/**
 * Whether somebody who is signed in knows its own password (S7.8): whoever found an open browser must not guess it. Counted
 * apart from sign-ins: no stranger keeps it from its owner. Takes 30 ms of hashing: never await it inside a transaction.
 */
export async function proveOwnPassword(
  { db, clock }: { db: Database; clock: Clock },
  { userId, password }: { userId: string; password: string },
): Promise<Proof> {
  const key = `own-password ${accountKey({ id: userId }, '')}`;
  const tried = await db.write(async (tx) => {
    // Counted before it is looked at: of a burst of guesses no more than the limit are tried.
    const retryAfter_ms = await admit(tx, key, ownLimit, clock.now());
    const user = await tx
      .selectFrom('app_user')
      .where('id', '=', userId)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    return { hash: user.password_hash, retryAfter_ms };
  });
  if (tried.retryAfter_ms > 0) return { outcome: 'limited', retryAfter_ms: tried.retryAfter_ms };
  if (!(await verifyPassword(password, tried.hash))) return { outcome: 'wrong' };
  await db.write((tx) => forgetAttempts(tx, key));
  return { outcome: 'proved', hash: tried.hash };
}
