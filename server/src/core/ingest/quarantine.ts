import { createHash } from 'node:crypto';
import type { BadReason } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { unnestColumns } from '../db/unnest.ts';
import { derivedId } from '../ids.ts';

/** A broken unit may send rubbish for days: this much of it is evidence, the rest is only counted. */
const keptOfEach_bytes = 4096;
const keptPerDay = 200;

/** A message that sending again would not mend. */
export type BadMessage = {
  appliance: number;
  topic: string;
  identity: { log: string; seq: number } | undefined;
  reason: BadReason;
  payload: Uint8Array;
  connection: string;
  received_ms: number;
};

/** A message whose identity is held with other content. */
export type ConflictingMessage = BadMessage & {
  identity: { log: string; seq: number };
  hash: Uint8Array;
  reason: 'conflict';
};

/** Keeps messages that no later version of the same could mend, with limits (docs/DEVICE-PROTOCOL.md, quarantine). */
export async function quarantine(db: Db, messages: readonly (BadMessage | ConflictingMessage)[]): Promise<void> {
  if (messages.length === 0) return;
  const kept = await withinLimits(db, messages);
  await keepBad(
    db,
    kept.filter(({ reason }) => reason !== 'conflict'),
  );
  await keepConflicts(
    db,
    kept.filter((one): one is ConflictingMessage => one.reason === 'conflict'),
  );
}

/** Counts every message for its unit and day, and returns those that are still to be kept. */
async function withinLimits(db: Db, messages: readonly BadMessage[]): Promise<readonly BadMessage[]> {
  const days = Map.groupBy(messages, ({ appliance, received_ms }) => `${appliance} ${dayOf(received_ms)}`);
  const kept: BadMessage[] = [];
  for (const ofDay of days.values()) {
    const [{ appliance, received_ms } = { appliance: 0, received_ms: 0 }] = ofDay;
    const { messages: counted } = await db
      .insertInto('quarantine_count')
      .values({ appliance, day: dayOf(received_ms), messages: ofDay.length })
      .onConflict((conflict) =>
        conflict
          .columns(['appliance', 'day'])
          .doUpdateSet({ messages: sql<number>`quarantine_count.messages + excluded.messages` }),
      )
      .returning('messages')
      .executeTakeFirstOrThrow();
    const countedBefore = counted - ofDay.length;
    kept.push(...ofDay.slice(0, Math.max(0, keptPerDay - countedBefore)));
  }
  return kept;
}

const dayOf = (epoch_ms: number): string => new Date(epoch_ms).toISOString().slice(0, 10);

async function keepBad(db: Db, messages: readonly BadMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const batch = unnestColumns({
    id: ['uuid', messages.map(idOf)],
    appliance: ['integer', messages.map((bad) => bad.appliance)],
    topic: ['text', messages.map((bad) => bad.topic)],
    log: ['text', messages.map((bad) => bad.identity?.log ?? null)],
    seq: ['bigint', messages.map((bad) => bad.identity?.seq ?? null)],
    reason: ['text', messages.map((bad) => bad.reason)],
    payload: ['bytea', messages.map((bad) => bad.payload.subarray(0, keptOfEach_bytes))],
    received_at: ['timestamptz', messages.map((bad) => bad.received_ms)],
  });
  await sql`
    insert into quarantine (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(
    db,
  );
}

/** The bus may deliver a message twice: then it is one piece of evidence. */
const idOf = ({ appliance, topic, payload, connection, received_ms }: BadMessage): string =>
  derivedId('bad', appliance, topic, connection, received_ms, createHash('sha256').update(payload).digest('hex'));

async function keepConflicts(db: Db, messages: readonly ConflictingMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', messages.map((bad) => bad.appliance)],
    log: ['text', messages.map((bad) => bad.identity.log)],
    seq: ['bigint', messages.map((bad) => bad.identity.seq)],
    hash: ['bytea', messages.map((bad) => bad.hash)],
    payload: ['bytea', messages.map((bad) => bad.payload.subarray(0, keptOfEach_bytes))],
    received_at: ['timestamptz', messages.map((bad) => bad.received_ms)],
  });
  await sql`
    insert into conflict (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(db);
}
