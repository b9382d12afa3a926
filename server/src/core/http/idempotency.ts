import { createHash } from 'node:crypto';
import type { Call } from '@brina/contract/call';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { refuse } from './refusal.ts';

/** How long a key answers with the first reply. */
const keptFor_ms = 24 * 3_600_000;

/**
 * `Idempotency-Key` of a mutation (design 4): scope is caller, call and body. Inside the mutation's own transaction, so
 * that a refused or interrupted one leaves no trace.
 * @returns the reply that was given before, or `remember` to be called with the reply of this one.
 */
export async function idempotent(
  db: Db,
  { call, caller, key, input, now }: { call: Call; caller: string; key: string; input: unknown; now: number },
): Promise<{ before: unknown } | { remember(reply: unknown): Promise<void> }> {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([caller, call.id, key])}, 0)) as held`.execute(db);
  if (!lock.rows[0]?.held) refuse('idempotency_running', 409);
  const where = { caller, call: call.id, key };
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', timestamp(now - keptFor_ms))
    .execute();
  const row = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'reply'])
    .where('caller', '=', caller)
    .where('call', '=', call.id)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row) {
    if (row.body_hash !== bodyHash) refuse('idempotency_mismatch', 422);
    if (call.once) refuse('idempotency_running', 409);
    return { before: row.reply };
  }
  return {
    remember: async (reply) => {
      await db
        .insertInto('idempotency')
        .values({
          ...where,
          body_hash: bodyHash,
          created_at: timestamp(now),
          status: 200,
          reply: call.once ? null : JSON.stringify(reply),
        })
        .execute();
    },
  };
}
