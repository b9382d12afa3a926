import type { AskedFactor, FactorProof } from '@brina/contract/calls/people/security';
import { hour_ms } from '@brina/domain/language/durations';
import { challengeLife_ms, isTotpCode, plainTotpCode } from '@brina/domain/people/factors';
import { writeAudit } from '#core/access/audit.ts';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { linksOf } from '#core/mail/links.ts';
import { queueMail } from '#core/mail/mail.ts';
import { readerOf } from '#core/mail/reader.ts';
import { networkOf } from '#core/network.ts';
import { type AttemptLimit, admit, attemptLimit, forgetAttempts } from '../attempts.ts';
import { hasSignedInFrom } from '../refused-sign-ins.ts';
import type { SecondProof } from '../sessions.ts';
import { type Challenge, type ChallengeUse, reopenChallenge, sealChallenge, spendChallenge } from './challenges.ts';
import { type FactorSecret, factorSecrets } from './factors.ts';
import { passkeyToUse, relyingPartyOf, usedPasskey } from './passkeys.ts';
import { type Circumstances, recoveryCodeMail } from './recovery-code.mail.ts';
import { recoveryCodeHash, recoveryCodesLeft, spendRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

export type FactorParts = {
  db: Database;
  clock: Clock;
  /** Seals secrets and challenges; 32 bytes. */
  factorKey: Uint8Array;
  /** Address of the portal, as people reach it. */
  address(): string;
};

/** A code of either kind, by its look: six digits are an app's. */
export const typedProof = (code: string): FactorProof => ({ kind: isTotpCode(code) ? 'totp' : 'recovery', code });

export type ProvedFactor =
  | { outcome: 'proved'; by: SecondProof }
  /** `left`: how often it may be tried again; at 0 a challenge has to be asked anew. */
  | { outcome: 'wrong'; left: number }
  | { outcome: 'limited'; retryAfter_ms: number };

/** Wrong answers to one challenge. */
const challengeLimit = attemptLimit(5, challengeLife_ms);
/** Wrong ones on an account from one network, or of one session that is asked before a dangerous act. */
const ownLimit = attemptLimit(10, hour_ms);
/** Wrong codes of apps on an account from all networks: six digits could be guessed by many. */
const everywhereLimit = attemptLimit(50, hour_ms);

/** What a try counts against. Keys of attempts end with the id of whom they limit. */
type Counted = { key: string; limit: AttemptLimit };

/** Asks somebody for a second factor; `undefined` when it has none. */
export async function askFactor(
  { db, clock, factorKey, address }: FactorParts,
  { use, userId, ...more }: { use: ChallengeUse } & Pick<Challenge, 'userId' | 'passwordDigest' | 'sessionId'>,
): Promise<AskedFactor | undefined> {
  const factors = await db.read((tx) => factorSecrets(tx, factorKey, userId));
  if (factors.length === 0) return undefined;
  const passkeys = factors.flatMap((factor) => (factor.kind === 'passkey' ? [factor.passkey] : []));
  const party = relyingPartyOf(address());
  const passkey = party && passkeys.length > 0 ? await passkeyToUse(party, passkeys) : null;
  const challenge = sealChallenge(factorKey, use, {
    userId,
    ...more,
    ...(passkey && { passkey: passkey.challenge }),
    now: clock.now(),
  });
  const kinds = [...new Set(factors.map(({ kind }) => kind))];
  return { challenge, kinds: [...kinds, 'recovery'], passkey };
}

/** Who shows what, and on what device. `challenge`: what it answers; a code may come by itself, a passkey signs one. */
export type Shown = { userId: string; challenge?: Challenge; proof: FactorProof; address: string; device: string };

/**
 * What a try counts against, its own limit first. Codes of apps count by themselves, since nobody guesses what else there is; those from
 * everywhere do not where the owner has signed in before: whoever has the password locks nobody out of a kitchen's own network.
 */
async function countedBy(db: Db, { userId, challenge, proof, address }: Shown): Promise<[own: Counted, ...Counted[]]> {
  const kind = proof.kind === 'totp' ? 'code' : 'other';
  const network = networkOf(address);
  const own = { key: `factor ${kind} ${challenge?.sessionId ?? network}:${userId}`, limit: ownLimit };
  const countsEverywhere =
    kind === 'code' && challenge?.sessionId === undefined && !(await hasSignedInFrom(db, userId, network));
  return countsEverywhere ? [own, { key: `factor everywhere:${userId}`, limit: everywhereLimit }] : [own];
}

/**
 * Looks at what somebody shows as its second factor. Each try counts before it is looked at, so that of a burst no more than the
 * limits are; wrong ones stand in the audit log, and of a recovery code that was used up its person is told. Never await it inside a
 * transaction.
 */
export async function proveFactor(parts: FactorParts, shown: Shown): Promise<ProvedFactor> {
  const { db, clock, factorKey } = parts;
  const { userId, challenge, proof, address, device } = shown;
  const answers = challenge && { key: `challenge:${challenge.id}:${userId}`, limit: challengeLimit };
  const now = clock.now();
  const tried = await db.write(async (tx) => {
    const limits = await countedBy(tx, shown);
    for (const { key, limit } of limits) {
      const retryAfter_ms = await admit(tx, key, limit, now);
      if (retryAfter_ms > 0) return { retryAfter_ms };
    }
    const isOver = answers !== undefined && (await admit(tx, answers.key, answers.limit, now)) > 0;
    return { limits, factors: isOver ? [] : await factorSecrets(tx, factorKey, userId) };
  });
  if (!tried.factors) return { outcome: 'limited', retryAfter_ms: tried.retryAfter_ms };
  const { limits } = tried;
  const found = await lookedAt(parts, shown, tried.factors);
  const caller = { userId, companyId: null };
  const audited = { at: now, caller, on: userId, address };
  return db.write(async (tx) => {
    const isProved = found !== undefined && (await spend(tx, found, challenge, now));
    if (!isProved) {
      await writeAudit(tx, { ...audited, action: 'factor.refuse', detail: { kind: proof.kind } });
      let left = Number.POSITIVE_INFINITY;
      for (const counted of answers ? [...limits, answers] : limits)
        left = Math.min(left, await triesLeft(tx, counted, now));
      return { outcome: 'wrong', left };
    }
    await forgetAttempts(tx, limits[0].key);
    if (proof.kind === 'recovery') {
      const left = await recoveryCodesLeft(tx, userId);
      await writeAudit(tx, { ...audited, action: 'factor.useCode', detail: { left } });
      await tellCodeUsed(tx, parts, { userId, left, done: { at: now, device, address } });
    }
    return { outcome: 'proved', by: found.by };
  });
}

/** Uses up what was found and the challenge that it answers: both, or neither, so that a code is not lost with a challenge that is over. */
async function spend(db: Db, found: Found, challenge: Challenge | undefined, now: number): Promise<boolean> {
  if (challenge && !(await spendChallenge(db, challenge, now))) return false;
  if (await found.spend(db, now)) return true;
  if (challenge) await reopenChallenge(db, challenge);
  return false;
}

async function tellCodeUsed(
  db: Db,
  { address }: Pick<FactorParts, 'address'>,
  { userId, left, done }: { userId: string; left: number; done: Circumstances },
): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .where('id', '=', userId)
    .select(['email', 'language', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow();
  const reader = readerOf(user);
  await queueMail(db, recoveryCodeMail({ ...reader, left, url: linksOf(address).account(reader), done }), done.at);
}

/** What was found right, to be used up in the transaction that counts it: `spend` is false where somebody was quicker. */
type Found = { by: SecondProof; spend(db: Db, now: number): Promise<boolean> };

async function lookedAt(
  { clock, address }: FactorParts,
  { userId, challenge, proof }: Shown,
  factors: readonly FactorSecret[],
): Promise<Found | undefined> {
  // Without a factor, or when the challenge has been answered too often, nothing is right.
  if (factors.length === 0) return undefined;
  if (proof.kind === 'recovery')
    return {
      by: { recoveryCode: recoveryCodeHash(proof.code) },
      spend: (db, now) => spendRecoveryCode(db, userId, proof.code, now),
    };
  if (proof.kind === 'totp') {
    const code = plainTotpCode(proof.code);
    for (const factor of factors) {
      if (factor.kind !== 'totp') continue;
      const step = stepOfCode(factor.secret, code, clock.now());
      if (step !== undefined)
        return { by: { factorId: factor.id }, spend: (db, now) => spendStep(db, factor.id, step, now) };
    }
    return undefined;
  }
  const party = relyingPartyOf(address());
  if (!party || challenge?.passkey === undefined) return undefined;
  const passkeys = factors.flatMap((factor) =>
    factor.kind === 'passkey' ? [{ ...factor.passkey, id: factor.id }] : [],
  );
  const used = await usedPasskey(party, { challenge: challenge.passkey, response: proof.assertion, passkeys });
  const factor = used && passkeys.find(({ credentialId }) => credentialId === used.credentialId);
  return factor && { by: { factorId: factor.id }, spend: (db, now) => countUse(db, used, now) };
}

/** A code of a step, or of one before it, is accepted no more (RFC 6238, 5.2). */
async function spendStep(db: Db, id: string, step: number, now: number): Promise<boolean> {
  const spent = await db
    .updateTable('factor')
    .set({ used_step: step, used_at: timestamp(now) })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('used_step', 'is', null), eb('used_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

async function countUse(
  db: Db,
  { credentialId, signCount }: { credentialId: string; signCount: number },
  now: number,
): Promise<boolean> {
  const counted = await db
    .updateTable('factor')
    .set({ sign_count: signCount, used_at: timestamp(now) })
    .where('credential_id', '=', credentialId)
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}

async function triesLeft(db: Db, { key, limit: { failures, window_ms } }: Counted, now: number): Promise<number> {
  const { tries } = await db
    .selectFrom('attempt')
    .where('key', '=', key)
    .where('at', '>', timestamp(now - window_ms))
    .select((eb) => eb.fn.countAll<number>().as('tries'))
    .executeTakeFirstOrThrow();
  return Math.max(0, failures - tries);
}
