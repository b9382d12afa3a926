import { familyOf } from '@brina/domain/appliance/families/families';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import type { Facts } from '#core/ingest/facts.ts';
import type { Unit } from '#core/picture/unit.ts';
import { telemetryKeptFrom } from '#core/retention.ts';

/** Functions of a unit's family in which trays have timers of their own. */
const timedFunctions = ({ model }: Unit): number[] =>
  Object.entries(familyOf(model)?.functions ?? {}).flatMap(([code, { timers }]) => (timers ? [Number(code)] : []));

/**
 * Begins a batch with each timer of a tray in a run that goes on, and says what the unit told of its end: the next that it tells of the
 * tray, a start anew included. All of it is computed from the stored events of the run, and the id from the place of the start in the
 * unit's log, so that the order in which they came does not matter.
 */
export async function beginTrays(db: Db, { events, now_ms }: Facts): Promise<void> {
  const touched = new Map<string, { unit: Unit; runId: string }>();
  for (const { unit, body } of events)
    if (body.type === 'tray' || body.type === 'cycle')
      touched.set(`${unit.id} ${body.runId}`, { unit, runId: body.runId });
  const rows = [...touched.values()].flatMap(({ unit, runId }) =>
    timedFunctions(unit).map((code) => ({ appliance: unit.id, runId, code })),
  );
  if (rows.length === 0) return;
  const told = unnestColumns({
    appliance: ['integer', rows.map(({ appliance }) => appliance)],
    run_id: ['text', rows.map(({ runId }) => runId)],
    function: ['smallint', rows.map(({ code }) => code)],
  });
  const ofRun = sql`appliance = batch.appliance and type = 'tray' and body->>'runId' = batch.run_id`;
  await sql`
    insert into batch (id, appliance, run, started_at, tray, needle, started_log, started_seq,
      ended_event, ended_at, ended_log, ended_seq, laboratory_id)
    select md5(concat_ws('/', 'tray', s.appliance, s.log, s.seq))::uuid, s.appliance, r.id, s.at,
      (s.body->>'tray')::smallint, (s.body->>'needle')::smallint, s.log, s.seq, f.event, f.at, f.log, f.seq,
      (select laboratory_id from appliance where id = s.appliance)
    from ${told.rows}
    cross join lateral (select * from event where ${ofRun} and body->>'event' = 'started') s
    -- A unit may use the id of a run again in other hands.
    cross join lateral (
      select id, function from cycle_run
      where appliance = batch.appliance and run_id = batch.run_id and function is not null
      order by coalesce(started_at <= s.at, false) desc, started_at desc nulls last limit 1) r
    left join lateral (
      select at, log, seq, body->>'event' as event from event
      where ${ofRun} and body->>'tray' = s.body->>'tray' and (at, log, seq) > (s.at, s.log, s.seq)
      order by at, log, seq limit 1) f on true
    where r.function = batch.function
    on conflict (id) do update set run = excluded.run, ended_event = excluded.ended_event, ended_at = excluded.ended_at,
      ended_log = excluded.ended_log, ended_seq = excluded.ended_seq
    where (batch.run, batch.ended_at, batch.ended_log, batch.ended_seq)
        is distinct from (excluded.run, excluded.ended_at, excluded.ended_log, excluded.ended_seq)
      -- It stands as it is where its record is not judged again.
      and (batch.revision = 0 or batch.started_at >= ${timestamp(telemetryKeptFrom(now_ms))})`.execute(db);
}

/** Timers as the panel tells them began by the same clock as in the log, nearly. */
const sameStart_ms = minute_ms;

/**
 * Notes what is in a tray, where the panel of its unit says so of the timer that began then. What was noted stays: the panel tells of what
 * runs, not of what ran.
 * @param due_ms when a record that says nothing of it is written anew
 */
export async function noteProducts(db: Db, { events, panels }: Facts, due_ms: number): Promise<void> {
  const units = new Set([
    ...events.flatMap(({ unit, body }) => (body.type === 'tray' || body.type === 'cycle' ? [unit.id] : [])),
    ...panels.map(({ unit }) => unit.id),
  ]);
  if (units.size === 0) return;
  await sql`
    update batch set product = timer.product,
      due_at = case when batch.revision > 0 then ${timestamp(due_ms)} else batch.due_at end,
      cause = case when batch.revision > 0 then 'late_data' else batch.cause end
    from unit_panel p
    cross join lateral jsonb_to_recordset(p.told->'trayTimers') as timer (tray integer, "from" float8, product text)
    cross join lateral (select to_timestamp(timer."from" / 1000) as at) began
    cross join lateral (
      select b.id from batch b
      where b.appliance = p.appliance and b.tray = timer.tray
        and b.started_at between began.at - ${sameStart_ms / 1000} * interval '1 second'
          and began.at + ${sameStart_ms / 1000} * interval '1 second'
      order by abs(extract(epoch from b.started_at - began.at)) limit 1) nearest
    where p.appliance = ${anyOf([...units])} and timer.product is not null
      and batch.id = nearest.id and batch.product is null`.execute(db);
}
