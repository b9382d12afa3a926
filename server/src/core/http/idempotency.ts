import { createHmac } from 'node:crypto';
import type { Call } from '@brina/contract/wire/call';
import { day_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { keptSettingWithin, newSecret } from '../db/settings.ts';
import { Refusal, refuse } from './refusal.ts';

/** Longer keys would not fit into the index that makes them unique. */
export const idempotencyKey_max = 200;

/** How long a key answers with the first reply. */
export const keptFor_days = 1;
const keptFor_ms = keptFor_days * day_ms;

/** A longer reply is not kept, in characters of its JSON: of its request is known only that it was carried out. */
export const keptReply_max = 64 * 1024;

/** Whether a request of a call only asks: answered anew each time, it needs no key, and nothing of it is kept. */
export function onlyAsks({ asks, list }: Call, input: unknown): boolean {
  if (list || asks === true) return true;
  const { query } = input as { query?: Record<string, unknown> };
  return asks !== undefined && query?.[asks.where] === true;
}

/**
 * `Idempotency-Key` of a mutation (docs/ARCHITECTURE.md, calls): scope is caller, call and body. Inside the mutation's own transaction, so
 * that a refused or interrupted one leaves no trace. It comes before ownership: what was released or deleted the first
 * time is nobody's the second time.
 * @returns the reply that was given before, else what `carryOut` resolves with.
 * @throws Refusal `idempotency_done` for a repeat whose first reply was not kept: it held a secret, was a file, or too long
 */
export async function idempotent(
  db: Db,
  { call, caller, key, input, now }: { call: Call; caller: string; key: string; input: unknown; now: number },
  carryOut: () => Promise<unknown>,
): Promise<unknown> {
  // There may be a password in the input: without the key, which is no part of it, its hash would be a way to guess it.
  const hashKey = await keptSettingWithin(db, 'idempotency_key', newSecret);
  const bodyHash = createHmac('sha256', hashKey).update(JSON.stringify(input)).digest('hex');
  const lock = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify([caller, call.id, key])}, 0)) as held`.execute(
    db,
  );
  if (!lock.rows[0]?.held) refuse('idempotency_running', 409);
  const mine = { caller, call: call.id, key };
  await db
    .deleteFrom('idempotency')
    .where((eb) => eb.and(mine))
    .where('created_at', '<', timestamp(now - keptFor_ms))
    .execute();
  const before = await db
    .selectFrom('idempotency')
    .select(['body_hash', 'reply'])
    .select(sql<boolean>`reply is not null`.as('is_kept'))
    .where((eb) => eb.and(mine))
    .executeTakeFirst();
  if (before) {
    if (before.body_hash !== bodyHash) refuse('idempotency_mismatch', 422);
    if (!before.is_kept) refuse('idempotency_done', 409);
    return before.reply;
  }
  const reply = await carryOut();
  if (reply instanceof Refusal) return reply;
  const told = call.once || call.reply.kind === 'blob' ? null : JSON.stringify(reply);
  await db
    .insertInto('idempotency')
    .values({
      ...mine,
      body_hash: bodyHash,
      created_at: timestamp(now),
      status: 200,
      reply: told !== null && told.length <= keptReply_max ? told : null,
    })
    .execute();
  return reply;
}
