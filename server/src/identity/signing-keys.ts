import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';

/** The only algorithm our tokens are signed with, and the only one a token is accepted with. */
export const signingAlgorithm = 'ES256';

/** A key pair of the token endpoint. `jwk` holds the private part too. Times are epoch milliseconds. */
type SigningKey = { kid: string; jwk: JWK; createdAt: number; retiredAt: number | null };
/** The key that signs, then those whose last tokens still live. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];

/** How long a key signs. */
const signingLife_ms = 90 * day_ms;
/** Another process may sign with the old key for this long, its clock lagging behind ours. */
const clockSkew_ms = 10 * minute_ms;

/** Whether the signing key has had its time; every process finds that out by itself, at the same moment. */
export const rotationIsDue = ([signing]: SigningKeys, now: number): boolean =>
  signing.createdAt + signingLife_ms <= now;

/**
 * Loads the keys, making the first one at first start and the next one when it is due. Keys are dropped when the last
 * token they signed, `tokenLife_ms` after their retirement, has expired.
 */
export async function loadSigningKeys(
  db: Database,
  { now, tokenLife_ms }: { now: number; tokenLife_ms: number },
): Promise<SigningKeys> {
  const kept = await db.read(storedKeys);
  if (hasSigningKey(kept) && !rotationIsDue(kept, now)) return kept;
  // Made before the transaction: nothing but the handle is awaited inside.
  const fresh = await newKey(now);
  return db.write(async (tx) => {
    // Two processes may find the key due at once. The lock lets one rotate, the other then sees that it is done.
    await sql`lock table signing_key in exclusive mode`.execute(tx);
    const stored = await storedKeys(tx);
    if (hasSigningKey(stored) && !rotationIsDue(stored, now)) return stored;
    await tx
      .deleteFrom('signing_key')
      .where('retired_at', '<=', timestamp(now - tokenLife_ms - clockSkew_ms))
      .execute();
    await tx
      .updateTable('signing_key')
      .set({ retired_at: timestamp(now) })
      .where('retired_at', 'is', null)
      .execute();
    await tx
      .insertInto('signing_key')
      .values({ kid: fresh.kid, jwk: jsonb(fresh.jwk), created_at: timestamp(now), retired_at: null })
      .execute();
    return [fresh, ...(await storedKeys(tx)).filter(({ kid }) => kid !== fresh.kid)];
  });
}

const hasSigningKey = (keys: readonly SigningKey[]): keys is SigningKeys => keys[0]?.retiredAt === null;

/** Every stored key, the signing one first. */
async function storedKeys(db: Db): Promise<SigningKey[]> {
  const rows = await db
    .selectFrom('signing_key')
    .selectAll()
    .orderBy('retired_at', (order) => order.desc().nullsFirst())
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    jwk: row.jwk as JWK,
    createdAt: row.created_at,
    retiredAt: row.retired_at,
  }));
}

async function newKey(now: number): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return { kid, jwk: { ...jwk, kid, alg: signingAlgorithm, use: 'sig' }, createdAt: now, retiredAt: null };
}
