import { randomUUID } from 'node:crypto';
import { challengeLife_ms } from '@brina/domain/people/factors';
import type { Db } from '#core/db/database.ts';
import { admit, attemptLimit, attemptsKept_ms, forgetAttempts } from '../attempts.ts';
import { seal, unseal } from './sealed.ts';

/** What a challenge is for; it opens for nothing else. */
export type ChallengeUse = 'signIn' | 'setUp' | 'confirm';

/** What somebody has begun and not finished. The browser carries it, sealed: nothing of it is kept here. */
export type Challenge = {
  id: string;
  userId: string;
  /** What a passkey has to sign, where one may. */
  passkey?: string;
  /** The secret of an authenticator app that is being set up. */
  secret?: string;
  /** The session that is to be confirmed. */
  sessionId?: string;
  /** Digest of the hash by which the password was proved. */
  passwordDigest?: string;
};

/** Seals a new challenge of {@link challengeLife_ms}. */
export const sealChallenge = (
  key: Uint8Array,
  use: ChallengeUse,
  { now, ...content }: Omit<Challenge, 'id'> & { now: number },
): string =>
  seal(key, `challenge ${use}`, JSON.stringify({ ...content, id: randomUUID(), until: now + challengeLife_ms }));

/** The challenge that was sealed for this use, while it lives. */
export function openChallenge(key: Uint8Array, use: ChallengeUse, token: string, now: number): Challenge | undefined {
  const text = unseal(key, `challenge ${use}`, token);
  if (text === undefined) return undefined;
  const { until, ...challenge } = JSON.parse(text) as Challenge & { until: number };
  return now < until ? challenge : undefined;
}

/** A challenge is answered rightly once. */
const onceLimit = attemptLimit(1, attemptsKept_ms);

/** Uses a challenge up that was answered rightly. Whether nobody had before. */
export const spendChallenge = async (
  db: Db,
  { id, userId }: Pick<Challenge, 'id' | 'userId'>,
  now: number,
): Promise<boolean> => (await admit(db, spentKey({ id, userId }), onceLimit, now)) === 0;

/** Takes back that a challenge was used up. */
export const reopenChallenge = (db: Db, challenge: Pick<Challenge, 'id' | 'userId'>): Promise<void> =>
  forgetAttempts(db, spentKey(challenge));

/** Keys of attempts end with the id of whom they limit. */
const spentKey = ({ id, userId }: Pick<Challenge, 'id' | 'userId'>): string => `proved:${id}:${userId}`;
