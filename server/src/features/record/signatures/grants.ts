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
import { personIn } from './people.ts';

/** By what somebody proved who it is. */
export type SigningWay = 'password' | 'pin';

/** Wrong PINs before a quarter of an hour must pass: six digits are few. */
const pinLimit = attemptLimit(5, 15 * minute_ms);

/** PINs of others that are tried at one session, right or wrong: whoever has found a tablet locks few people out of their PINs. */
const othersLimit = attemptLimit(20, 15 * minute_ms);

const pinKey = (userId: string): string => `signing-pin ${accountKey({ id: userId }, '')}`;
const othersKey = (sessionId: string): string => `signing-pins-of-others session:${sessionId}`;

type Parts = { db: Database; clock: Clock };

/** Who has proved who it is, and by what. */
type Proved = { userId: string; way: SigningWay };

/** Of a caller, what a grant is bound to. */
type Bound = Pick<Caller, 'userId' | 'sessionId' | 'companyId'>;

/**
 * Proves by password or PIN who signs: the caller, or by PIN alone another person of the company that it acts for. Refuses with
 * `signing_refused` or `signing_locked`. Who has no PIN, or is of no concern here, is refused as by a wrong one, after the same work. Takes
 * 30 ms of hashing: never await it inside a transaction.
 */
export async function proveSigner(
  parts: Parts,
  caller: Bound,
  proof: { password: string } | { pin: string; person?: string | undefined },
): Promise<Proved> {
  if ('password' in proof) {
    await requirePassword(parts, caller.userId, proof.password, 'signing_refused');
    return { userId: caller.userId, way: 'password' };
  }
  const { db, clock } = parts;
  const { pin, person: userId = caller.userId } = proof;
  // Counted before it is looked at: of a burst of guesses no more than the limit are tried.
  const tried = await db.write((tx) => admitPin(tx, caller, userId, clock.now()));
  if (tried.wait_ms > 0) refuseForNow(tried.wait_ms);
  if (!(await verifyPassword(pin, tried.hash))) refuse('signing_refused', 403);
  await db.write((tx) => forgetAttempts(tx, tried.key));
  return { userId, way: 'pin' };
}

/** Counts that the PIN of a person is tried at a session; what it is compared with, and how long nobody may try it. */
async function admitPin(tx: Db, { userId, sessionId, companyId }: Bound, person: string, now: number) {
  const isOwn = person === userId;
  const isKnown = isOwn || (companyId !== null && (await personIn(tx, companyId, person)) !== undefined);
  // Who is a stranger here is counted as anybody is, but for this session alone: nobody is locked from another company.
  const key = isKnown ? pinKey(person) : `${pinKey(person)} ${othersKey(sessionId)}`;
  const others_ms = isOwn ? 0 : await admit(tx, othersKey(sessionId), othersLimit, now);
  const wait_ms = others_ms > 0 ? others_ms : await admit(tx, key, pinLimit, now);
  const pin = await tx.selectFrom('signing_pin').select('hash').where('user_id', '=', person).executeTakeFirst();
  return { key, wait_ms, hash: (isKnown && pin?.hash) || nobodysHash };
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

/** A grant is of the company that its session acted for. */
const hashOf = (grant: string, company: string | null): Buffer =>
  createHash('sha256')
    .update(`${company ?? ''} ${grant}`)
    .digest();

/** Grants a session that a person signs there who has just proved who it is; `grant` is told once and kept hashed. */
export async function giveGrant(
  db: Db,
  { sessionId, companyId }: Bound,
  { userId, way }: Proved,
  now: number,
): Promise<{ grant: string; expiresAt: number; records: number }> {
  const grant = randomBytes(32).toString('base64url');
  const expiresAt = now + grantLasts_ms;
  await db
    .insertInto('sign_grant')
    .values({
      secret_hash: hashOf(grant, companyId),
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

/**
 * Takes so many records of a grant, whoever of the company has proved there who it is: `signedBy` looks at what that one may do. Refuses one
 * that is another session's or company's, is over, or has fewer left.
 */
export async function spendGrant(
  db: Db,
  { sessionId, companyId }: Bound,
  { grant, records }: { grant: string; records: number },
  now: number,
): Promise<Proved> {
  const spent = await db
    .updateTable('sign_grant')
    .set({ left_over: sql`left_over - ${records}` })
    .where('secret_hash', '=', hashOf(grant, companyId))
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', timestamp(now))
    .where('left_over', '>=', records)
    .returning(['user_id', 'way'])
    .executeTakeFirst();
  if (!spent) return refuse('signing_refused', 403);
  return { userId: spent.user_id, way: spent.way as SigningWay };
}

/** Takes one record of a grant of the caller itself: what nobody decides at somebody else's session. */
export async function spendOwnGrant(db: Db, caller: Bound, grant: string, now: number): Promise<SigningWay> {
  const { userId, way } = await spendGrant(db, caller, { grant, records: 1 }, now);
  return userId === caller.userId ? way : refuse('signing_refused', 403);
}
