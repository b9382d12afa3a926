import { holdLead_ms } from '@brina/domain/alarms/engine/hold-course';
import { cycleFollows_ms, riseWithin_ms } from '@brina/domain/haccp/missing/warm-loads';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import { telemetryKeptFrom } from '#core/retention.ts';

/** A day is written so long after its end. */
export const waitForDay_ms = 15 * minute_ms;
/** A backlog counts as drained when nothing of it came for this long. */
export const drained_ms = 30_000;

/**
 * Says that days are due anew that are over, and that these facts touch: theirs, what the product channel of their first hours goes
 * by, and whether a cycle followed upon what was put in at the end of a day. What has just been measured touches none, and asks nothing of the database.
 */
export const followDays: IngestStep = async (db, { samples, events, now_ms }) => {
  const over_ms = now_ms - waitForDay_ms;
  const touched = new Map<number, { from_ms: number; to_ms: number }>();
  for (const { unit, at_ms } of [...samples, ...events]) {
    if (at_ms >= over_ms) continue;
    const { from_ms, to_ms } = touched.get(unit.id) ?? { from_ms: at_ms, to_ms: at_ms };
    touched.set(unit.id, { from_ms: Math.min(from_ms, at_ms), to_ms: Math.max(to_ms, at_ms) });
  }
  if (touched.size === 0) return;
  const times = [...touched.values()];
  const batch = unnestColumns({
    appliance: ['integer', [...touched.keys()]],
    from_at: ['timestamptz', times.map(({ from_ms }) => from_ms - cycleFollows_ms - riseWithin_ms)],
    to_at: ['timestamptz', times.map(({ to_ms }) => to_ms + holdLead_ms)],
  });
  await sql`
    update hold_day d set due_at = ${timestamp(now_ms + drained_ms)},
      cause = case when d.revision > 0 then 'late_data' end
    from ${batch.rows}
    where d.appliance = batch.appliance and d.to_at > batch.from_at and d.from_at <= batch.to_at
      and d.to_at <= ${timestamp(over_ms)} and d.from_at >= ${timestamp(telemetryKeptFrom(now_ms))}`.execute(db);
};
