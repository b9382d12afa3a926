import type { FactorKind } from '@brina/domain/people/factors';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import type { Passkey } from './passkeys.ts';
import { forgetRecoveryCodes } from './recovery-codes.ts';
import { seal, unseal } from './sealed.ts';

/** A second factor as its person sees it. Moments are epoch ms. */
export type Factor = { id: string; kind: FactorKind; name: string; createdAt: number; usedAt: number | null };

/** With what its codes or signatures are checked. */
export type FactorSecret = Factor &
  ({ kind: 'totp'; secret: string; usedStep: number | null } | { kind: 'passkey'; passkey: Passkey });

/** The second factors of a person, the oldest first. */
export async function factorsOf(db: Db, userId: string): Promise<Factor[]> {
  const rows = await db
    .selectFrom('factor')
    .where('user_id', '=', userId)
    .select(['id', 'kind', 'name', 'created_at', 'used_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }));
}

/** The same with their secrets, opened by the key of the installation. */
export async function factorSecrets(db: Db, key: Uint8Array, userId: string): Promise<FactorSecret[]> {
  const rows = await db.selectFrom('factor').where('user_id', '=', userId).selectAll().orderBy('created_at').execute();
  return rows.map(({ id, name, created_at: createdAt, used_at: usedAt, ...row }): FactorSecret => {
    const facts = { id, name, createdAt, usedAt };
    if (row.kind === 'passkey') {
      const { credential_id, public_key, sign_count, transports } = row;
      const passkey = {
        credentialId: credential_id ?? '',
        publicKey: public_key ?? '',
        signCount: sign_count ?? 0,
        transports: transports ?? [],
      };
      return { ...facts, kind: 'passkey', passkey };
    }
    const secret = unseal(key, id, row.sealed_secret ?? '');
    if (secret === undefined) throw new Error(`the secret of factor ${id} was sealed with another key`);
    return { ...facts, kind: 'totp', secret, usedStep: row.used_step };
  });
}

/** What is added: an app's secret with the step of the code that proved it, or a passkey. */
export type NewFactor = { name: string } & (
  | { kind: 'totp'; secret: string; usedStep: number }
  | { kind: 'passkey'; passkey: Passkey }
);

/** Adds a factor that was proved to work. */
export async function addFactor(
  db: Db,
  key: Uint8Array,
  { userId, now, ...factor }: NewFactor & { userId: string; now: number },
): Promise<Factor> {
  const id = newId(now);
  const none = {
    sealed_secret: null,
    used_step: null,
    credential_id: null,
    public_key: null,
    sign_count: null,
    transports: null,
  };
  const proof =
    factor.kind === 'totp'
      ? { sealed_secret: seal(key, id, factor.secret), used_step: factor.usedStep }
      : {
          credential_id: factor.passkey.credentialId,
          public_key: factor.passkey.publicKey,
          sign_count: factor.passkey.signCount,
          transports: [...factor.passkey.transports],
        };
  const { kind, name } = factor;
  await db
    .insertInto('factor')
    .values({ id, user_id: userId, kind, name, created_at: timestamp(now), used_at: null, ...none, ...proof })
    .execute();
  return { id, kind, name, createdAt: now, usedAt: null };
}

export async function renameFactor(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('factor').set({ name }).where('id', '=', id).execute();
}

/** Removes one; with the last of a person's its recovery codes go, which are good for nothing else. */
export async function removeFactor(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('factor').where('id', '=', id).where('user_id', '=', userId).execute();
  if ((await factorsOf(db, userId)).length === 0) await forgetRecoveryCodes(db, userId);
}

/** Removes all that a person has. How many those were. */
export async function resetFactors(db: Db, userId: string): Promise<number> {
  await forgetRecoveryCodes(db, userId);
  const gone = await db.deleteFrom('factor').where('user_id', '=', userId).returning('id').execute();
  return gone.length;
}
