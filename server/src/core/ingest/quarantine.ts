import type { BadReason } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { newId } from '../ids.ts';

/** A broken unit may send rubbish for days: this much of it is evidence, the rest is only counted. */
const keptOfEach_bytes = 4096;
const keptPerDay = 200;
const keptFor_ms = 30 * 86_400_000;

export type BadMessage = {
  appliance: number;
  topic: string;
  log: string | null;
  seq: number | null;
  reason: BadReason;
  payload: Uint8Array;
  received_ms: number;
};

/** Keeps messages that no later version of the same could mend, with limits (design 6, quarantine). */
export async function quarantine(db: Db, messages: readonly BadMessage[]): Promise<void> {
  for (const bad of messages) {
    const counted = await sql<{ messages: number }>`
      insert into quarantine_count as q (appliance, day, messages)
      values (${bad.appliance}, (${timestamp(bad.received_ms)} at time zone 'UTC')::date, 1)
      on conflict (appliance, day) do update set messages = q.messages + 1
      returning messages`.execute(db);
    if ((counted.rows[0]?.messages ?? 0) > keptPerDay) continue;
    await db
      .insertInto('quarantine')
      .values({
        id: newId(bad.received_ms),
        appliance: bad.appliance,
        topic: bad.topic,
        log: bad.log,
        seq: bad.seq,
        reason: bad.reason,
        payload: bad.payload.subarray(0, keptOfEach_bytes),
        received_at: timestamp(bad.received_ms),
      })
      .execute();
  }
}

/** Removes what was kept long enough. */
export async function clearQuarantine(db: Db, now_ms: number): Promise<void> {
  await db
    .deleteFrom('quarantine')
    .where('received_at', '<', timestamp(now_ms - keptFor_ms))
    .execute();
}
