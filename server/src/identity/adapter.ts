import { createHash } from 'node:crypto';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import type { Clock } from '#core/clock.ts';
import type { Database } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';

/**
 * Two tabs may renew with the same refresh token at once, and a reply may be lost on its way: for this long a used
 * token is still good. Later its use means that somebody has a copy, and its session is over (docs/SECURITY.md).
 */
export const reuseGrace_ms = 10_000;

type AdapterParts = {
  db: Database;
  clock: Clock;
  /** A grant was revoked; its id is that of the session it belongs to. */
  revoked: (sid: string) => Promise<void>;
};

/**
 * The id under which something is kept. Who holds the id of a refresh token can use it, so that a copy of the database must not
 * have it: SHA-256 (hexadecimal) stands for it, which suffices for 256 random bits. A grant has the id of its session, which opens nothing.
 */
const keptId = (model: string, id: string): string =>
  model === 'Grant' ? id : createHash('sha256').update(id).digest('hex');

/** Keeps what oidc-provider has to remember (grants and refresh tokens; access tokens are not kept) in table `oidc`. */
export function oidcAdapter({ db, clock, revoked }: AdapterParts): AdapterFactory {
  return (model): Adapter => ({
    async upsert(id, { jti: _, ...payload }, expiresIn_s) {
      const row = {
        payload: jsonb<unknown>(payload),
        grant_id: payload.grantId ?? null,
        expires_at: timestamp(expiresIn_s === undefined ? null : clock.now() + expiresIn_s * 1000),
      };
      await db.write((tx) =>
        tx
          .insertInto('oidc')
          .values({ model, id: keptId(model, id), user_code: null, uid: null, consumed_at: null, ...row })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
          .execute(),
      );
    },

    async find(id) {
      const now = clock.now();
      const row = await db.read((tx) =>
        tx
          .selectFrom('oidc')
          .where('model', '=', model)
          .where('id', '=', keptId(model, id))
          .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', timestamp(now))]))
          .select(['payload', 'consumed_at'])
          .executeTakeFirst(),
      );
      if (!row) return undefined;
      // By its distance: one that lies ahead was used while the clock was, and how long ago nobody knows.
      const isUsedUp = row.consumed_at !== null && Math.abs(now - row.consumed_at) > reuseGrace_ms;
      return { ...(row.payload as AdapterPayload), jti: id, ...(isUsedUp ? { consumed: row.consumed_at } : {}) };
    },

    // Only the device flow asks by user code and only a browser session by uid: both are off.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,

    async consume(id) {
      // The first use counts: a second one within the grace must not prolong it.
      await db.write((tx) =>
        tx
          .updateTable('oidc')
          .set({ consumed_at: timestamp(clock.now()) })
          .where('model', '=', model)
          .where('id', '=', keptId(model, id))
          .where('consumed_at', 'is', null)
          .execute(),
      );
    },

    async destroy(id) {
      await db.write((tx) =>
        tx.deleteFrom('oidc').where('model', '=', model).where('id', '=', keptId(model, id)).execute(),
      );
    },

    async revokeByGrantId(grantId) {
      // Asked once for each kind of token; of ours only refresh tokens leave rows.
      if (model !== 'RefreshToken') return;
      await revoked(grantId);
      await db.write((tx) => tx.deleteFrom('oidc').where('grant_id', '=', grantId).execute());
    },
  });
}
