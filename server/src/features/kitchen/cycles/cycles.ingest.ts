import type { Cycle } from '@brina/contract/live';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { derivedId } from '#core/ids.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/picture/unit.ts';
import { telemetryKeptFrom } from '#core/retention.ts';

/** Stores events of every type as they came: what cycles, alarms and records are computed from. */
export const storeEvents: IngestStep = async (db, { events }) => {
  if (events.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', events.map((event) => event.unit.id)],
    at: ['timestamptz', events.map((event) => event.at_ms)],
    log: ['text', events.map((event) => event.log)],
    seq: ['bigint', events.map((event) => event.seq)],
    type: ['text', events.map((event) => event.body.type)],
    body: ['jsonb', events.map((event) => event.body)],
    received_at: ['timestamptz', events.map((event) => event.received_ms)],
    clock_shift_ms: ['bigint', events.map((event) => event.clockShift_ms)],
  });
  await sql`insert into event (${batch.names}) select ${batch.names} from ${batch.rows}`.execute(db);
};

/** When an appliance changed hands last at or before a moment: runs of different hands are different runs. */
const handsAt = (appliance: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(
  select coalesce(max(hands.at), '-infinity') from tenure t cross join lateral (values (t.from_at), (t.to_at)) hands (at)
  where t.appliance = ${appliance} and hands.at <= ${at})`;

/**
 * Keeps the runs of cycles. A run is computed from all of its stored events, so the order in which they came does not
 * matter: it began with the first that says so and ended with the last; where no end is told, `lost-ends.ts` finds one. A unit never uses the id of a run again while somebody
 * holds it; told to begin again in another's time, it is another run.
 *
 * A run stands as it is once its beginning is not held any more, or its record is not judged again.
 */
export const keepRuns: IngestStep = async (db, { events, now_ms }) => {
  const touched = new Map<string, { appliance: number; runId: string }>();
  for (const { unit, body } of events)
    if (body.type === 'cycle')
      touched.set(derivedId('run', unit.serial, body.runId), { appliance: unit.id, runId: body.runId });
  if (touched.size === 0) return;
  const runs = [...touched.values()];
  const batch = unnestColumns({
    id: ['uuid', [...touched.keys()]],
    appliance: ['integer', runs.map((run) => run.appliance)],
    run_id: ['text', runs.map((run) => run.runId)],
  });
  const cycleEvent = sql`e.type = 'cycle' and e.body->>'event'`;
  const eventsOf = sql`event e where e.appliance = told.appliance and e.body->>'runId' = told.run_id
    and e.at >= told.from_at and e.at < told.to_at and ${cycleEvent}`;
  await sql`
    with begun as (
      select distinct batch.id, batch.appliance, batch.run_id, ${handsAt(sql`batch.appliance`, sql`b.at`)} as hands
      from ${batch.rows}
      left join lateral (
        select e.at from event e
        where e.appliance = batch.appliance and e.body->>'runId' = batch.run_id and ${cycleEvent} = 'started'
        union all
        select r.started_at from cycle_run r
        where r.appliance = batch.appliance and r.run_id = batch.run_id and r.started_at is not null) b on true
    ), told as (
      select *, row_number() over nth = 1 as is_first,
        case when row_number() over nth = 1 then '-infinity' else hands end as from_at,
        coalesce(lead(hands) over nth, 'infinity') as to_at
      from begun window nth as (partition by id order by hands)
    )
    insert into cycle_run (id, appliance, run_id, function, started_at, started_log, started_seq, request,
      ended_at, ended_log, ended_seq, end_event, end_reason, recipe_number, recipe_version, recipe_hash)
    select
      coalesce(known.id, case when told.is_first and not exists (select from cycle_run r where r.id = told.id) then told.id
        else md5(told.id::text || extract(epoch from told.hands))::uuid end),
      told.appliance, told.run_id, (coalesce(s.body, f.body)->>'function')::smallint, s.at, s.log, s.seq,
      s.body - '{type,event,runId,function,reason,source}'::text[], f.at, f.log, f.seq, f.body->>'event', f.body->>'reason',
      (s.body#>>'{source,id}')::integer, (s.body#>>'{source,v}')::integer, s.body#>>'{source,h}'
    from told
    left join lateral (
      select r.id from cycle_run r
      where r.appliance = told.appliance and r.run_id = told.run_id
        and case when r.started_at is null then told.is_first
          else ${handsAt(sql`r.appliance`, sql`r.started_at`)} = told.hands end
      order by r.started_at limit 1) known on true
    left join lateral (select at, log, seq, body from ${eventsOf} = 'started' order by at, log, seq limit 1) s on true
    left join lateral (
      select at, log, seq, body from ${eventsOf} <> 'started' order by at desc, log desc, seq desc limit 1) f on true
    on conflict (id) do update set function = excluded.function, started_at = excluded.started_at,
      started_log = excluded.started_log, started_seq = excluded.started_seq, request = excluded.request,
      recipe_number = excluded.recipe_number, recipe_version = excluded.recipe_version, recipe_hash = excluded.recipe_hash,
      -- An end that nobody told stands until one is told (lost-ends.ts).
      ended_at = coalesce(excluded.ended_at, cycle_run.ended_at), ended_log = excluded.ended_log,
      ended_seq = excluded.ended_seq, end_event = coalesce(excluded.end_event, cycle_run.end_event),
      end_reason = case when excluded.ended_at is null then cycle_run.end_reason else excluded.end_reason end
    where (cycle_run.started_at is null or exists (
        select from event e where e.appliance = cycle_run.appliance and e.at = cycle_run.started_at
          and e.log = cycle_run.started_log and e.seq = cycle_run.started_seq))
      and not exists (
        select from batch b where b.id = cycle_run.id and b.revision > 0
          and b.started_at < ${timestamp(telemetryKeptFrom(now_ms))})`.execute(db);
};

/**
 * Shows the newest run of each unit that has news of its cycles. The newest run is the one that started last: late events
 * of an older one never move the live picture back.
 */
export const showCycles: IngestStep = async (db, { events }) => {
  const touched = new Map<Unit, number>();
  for (const { unit, at_ms, body } of events)
    if (body.type === 'cycle' || body.type === 'phase') touched.set(unit, Math.max(touched.get(unit) ?? 0, at_ms));
  if (touched.size === 0) return;
  const newest = await newestRuns(
    db,
    [...touched.keys()].map((unit) => unit.id),
  );
  for (const [unit, at_ms] of touched) unit.show('cycle', presentCycle(newest.get(unit.id), unit.picture.cycle), at_ms);
};

type NewestRun = {
  appliance: number;
  run_id: string;
  batch_id: string | null;
  function: number;
  started_at: number;
  ended_at: number | null;
  end_event: string | null;
  end_reason: string | null;
  request: { plan?: { phase: number; hold?: true; end: { by: string; target?: number } }[] };
  /** The phase it reached. */
  phase: { index: number; phase: number } | null;
};

/** Of each appliance the run that started last. */
export async function newestRuns(db: Db, appliances: readonly number[]): Promise<Map<number, NewestRun>> {
  const { rows } = await sql<NewestRun>`
    select r.appliance, r.run_id, b.id as batch_id, r.function, r.started_at, r.ended_at, r.end_event, r.end_reason,
      r.request, p.body as phase
    from unnest(${appliances}::int[]) as touched (appliance)
    cross join lateral (
      select * from cycle_run c where c.appliance = touched.appliance and c.started_at is not null
      order by c.started_at desc, c.started_log desc, c.started_seq desc limit 1) r
    left join batch b on b.id = r.id
    left join lateral (
      select e.body from event e
      where e.appliance = r.appliance and e.type = 'phase' and e.body->>'runId' = r.run_id and e.body->>'state' = 'running'
        and e.at >= r.started_at
      order by e.at desc, e.log desc, e.seq desc limit 1) p on true`.execute(db);
  return new Map(rows.map((row) => [row.appliance, row]));
}

/**
 * A run as a card shows it.
 * @param shown the cycle as it is shown now: while it runs, its forecast stands until another is made
 */
export function presentCycle(run: NewestRun | undefined, shown: Cycle | null): Cycle | null {
  if (!run) return null;
  const plan = (run.request.plan ?? []).filter((one) => !one.hold);
  return {
    runId: run.run_id,
    batchId: run.batch_id,
    function: run.function,
    state: run.ended_at === null ? 'running' : (run.end_event as Cycle['state']),
    phaseIndex: run.phase?.index ?? 0,
    phaseCount: plan.length,
    phase: run.phase?.phase ?? 0,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    coreTarget: plan.findLast((one) => one.end.by === 'core')?.end.target ?? null,
    reason: run.end_reason,
    ...(run.ended_at === null && shown?.runId === run.run_id && shown.forecast && { forecast: shown.forecast }),
  };
}
