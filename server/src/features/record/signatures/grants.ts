import { createHash, randomBytes } from 'node:crypto';
import { grantLasts_ms, grantRecords_max } from '@brina/domain/haccp/signing';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { refuse } from '#core/http/refusal.ts';
import { accountKey, admit, attemptLimit, forgetAttempts } from '#identity/attempts.ts';
import { proveOwnPassword } from '#identity/own-password.ts';
import { nobodysHash, verifyPassword } from '#identity/passwords.ts';

/** By what somebody proved who it is. */
export type SigningWay = 'password' | 'pin';

/** Wrong PINs before a quarter of an hour must pass: six digits are few. */
const pinLimit = attemptLimit(5, 15 * minute_ms);

const pinKey = (userId: string): string => `signing-pin ${accountKey({ id: userId }, '')}`;

type Parts = { db: Database; clock: Clock };

/**
 * Proves by password or PIN who signs; refuses with `signing_refused` or `signing_locked`. Who has no PIN is refused as by a wrong one,
 * after the same work. Takes 30 ms of hashing: never await it inside a transaction.
 */
export async function proveSigner(
  parts: Parts,
  userId: string,
  proof: { password: string } | { pin: string },
): Promise<SigningWay> {
  if ('password' in proof) {
    await requirePassword(parts, userId, proof.password, 'signing_refused');
    return 'password';
  }
  const { db, clock } = parts;
  const key = pinKey(userId);
  const tried = await db.write(async (tx) => {
    // Counted before it is looked at: of a burst of guesses no more than the limit are tried.
    const wait_ms = await admit(tx, key, pinLimit, clock.now());
    const pin = await tx.selectFrom('signing_pin').select('hash').where('user_id', '=', userId).executeTakeFirst();
    return { wait_ms, hash: pin?.hash ?? nobodysHash };
  });
  if (tried.wait_ms > 0) refuseForNow(tried.wait_ms);
  if (!(await verifyPassword(proof.pin, tried.hash))) refuse('signing_refused', 403);
  await db.write((tx) => forgetAttempts(tx, key));
  return 'pin';
}

/** Refuses who does not know its own password: with `signing_locked` after too many wrong ones, else with this code. */
export async function requirePassword(
  { db, clock }: Parts,
  userId: string,
  password: string,
  wrong: 'signing_refused' | 'password_wrong',
): Promise<void> {
  const proof = await proveOwnPassword({ db, clock }, { userId, password });
  if (proof.outcome === 'limited') refuseForNow(proof.retryAfter_ms);
  if (proof.outcome === 'wrong') refuse(wrong, wrong === 'signing_refused' ? 403 : 422);
}

const refuseForNow = (wait_ms: number): never =>
  refuse('signing_locked', 429, { minutes: Math.ceil(wait_ms / minute_ms) });

/** Another PIN forgets what was tried of the former. */
export async function keepPin(db: Db, userId: string, hash: string, now: number): Promise<void> {
  await db
    .insertInto('signing_pin')
    .values({ user_id: userId, hash, created_at: timestamp(now) })
    .onConflict((on) => on.column('user_id').doUpdateSet({ hash, created_at: timestamp(now) }))
    .execute();
  await forgetAttempts(db, pinKey(userId));
}

const hashOf = (grant: string): Buffer => createHash('sha256').update(grant).digest();

/** Grants the session of a person that has just proved who it is to sign; `grant` is told once and kept hashed. */
export async function giveGrant(
  db: Db,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  way: SigningWay,
  now: number,
): Promise<{ grant: string; expiresAt: number; records: number }> {
  const grant = randomBytes(32).toString('base64url');
  const expiresAt = now + grantLasts_ms;
  await db
    .insertInto('sign_grant')
    .values({
      secret_hash: hashOf(grant),
      user_id: userId,
      session_id: sessionId,
      way,
      created_at: timestamp(now),
      expires_at: timestamp(expiresAt),
      left_over: grantRecords_max,
    })
    .execute();
  return { grant, expiresAt, records: grantRecords_max };
}

/** Takes so many records of a grant; refuses one that is another session's, is over, or has fewer left. */
export async function spendGrant(
  db: Db,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  { grant, records }: { grant: string; records: number },
  now: number,
): Promise<SigningWay> {
  const spent = await db
    .updateTable('sign_grant')
    .set({ left_over: sql`left_over - ${records}` })
    .where('secret_hash', '=', hashOf(grant))
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', timestamp(now))
    .where('left_over', '>=', records)
    .returning('way')
    .executeTakeFirst();
  return (spent ?? refuse('signing_refused', 403)).way as SigningWay;
}
