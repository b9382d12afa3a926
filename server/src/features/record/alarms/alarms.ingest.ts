import { limits } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { type Facts, flags, type IngestStep } from '#core/ingest/facts.ts';
import { heardByUnit } from './parts/inputs.ts';
import type { RulesMemory } from './parts/memory.ts';

/** A backlog comes in many messages: the rules run over what came within this together. */
const backlogGathers_ms = 5_000;

/**
 * Says from which moment on the alarm rules have to look at a unit (again). The rules themselves run in a round: that keeps
 * ingestion fast. Once the facts are committed, the round has them at hand.
 */
export const markAlarms =
  (memory: RulesMemory): IngestStep =>
  async (db, facts) => {
    const marks = await markDue(db, dueOf(facts));
    await markSites(db, facts);
    return () => {
      const heard = heardByUnit(facts);
      for (const { id, appliance } of marks) memory.hear(id, heard.get(appliance) ?? []);
    };
  };

/** From when on the rules of a unit are to be run, and when: epoch ms. */
export type AlarmsDue = { appliance: number; from_at: number; due_at: number };

/** Marks units whose rules are to be run; of several moments the earliest counts. */
export async function markDue(
  db: Db,
  rows: readonly AlarmsDue[],
): Promise<readonly { id: number; appliance: number }[]> {
  if (rows.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', rows.map((row) => row.appliance)],
    from_at: ['timestamptz', rows.map((row) => row.from_at)],
    due_at: ['timestamptz', rows.map((row) => row.due_at)],
  });
  const marks = await sql<{ id: number; appliance: number }>`
    insert into alarm_due (${batch.names}) select ${batch.names} from ${batch.rows} returning id, appliance`.execute(
    db,
  );
  return marks.rows;
}

function dueOf({ samples, events, now_ms }: Facts): AlarmsDue[] {
  const due = new Map<number, AlarmsDue>();
  const note = (appliance: number, at_ms: number, due_at: number): void => {
    const known = due.get(appliance) ?? { appliance, from_at: at_ms, due_at };
    due.set(appliance, {
      appliance,
      from_at: Math.min(known.from_at, at_ms),
      due_at: Math.min(known.due_at, due_at),
    });
  };
  for (const { unit, at_ms, flags: marks } of samples)
    note(unit.id, at_ms, marks & flags.backlog ? now_ms + backlogGathers_ms : now_ms);
  for (const { unit, at_ms, received_ms } of events)
    note(unit.id, at_ms, received_ms - at_ms > backlogGathers_ms ? now_ms + backlogGathers_ms : now_ms);
  return [...due.values()];
}

/** What a unit tells of its power concerns the whole laboratory, also when it tells it late. */
async function markSites(db: Db, { events }: Facts): Promise<void> {
  const told = events.filter(({ body }) => body.type === 'power' && body.event !== 'booted');
  if (told.length === 0) return;
  const lostAt = told.map(({ at_ms, body }) => {
    const lost_ms = (body.type === 'power' && body.lostAt) || at_ms;
    // Nothing is believed that lies further back.
    return Math.min(at_ms, Math.max(lost_ms, at_ms - limits.behind_ms));
  });
  const batch = unnestColumns({
    appliance: ['integer', told.map(({ unit }) => unit.id)],
    from_at: ['timestamptz', lostAt],
  });
  await sql`
    insert into alarm_site_due (laboratory_id, from_at)
    select a.laboratory_id, min(batch.from_at) from ${batch.rows} join appliance a on a.id = batch.appliance
    where a.laboratory_id is not null group by a.laboratory_id`.execute(db);
}
