import type { Cycle } from '@brina/contract/live';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { derivedId } from '#core/ids.ts';
import type { IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/picture/unit.ts';

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
  });
  await sql`insert into event (${batch.names}) select ${batch.names} from ${batch.rows}`.execute(db);
};

/** Identity of a run: the unit's own, which it never uses again. */
export const runIdOf = (serial: string, runId: string): string => derivedId('run', serial, runId);

/**
 * Keeps the runs of cycles. A run is computed from all of its stored events, so the order in which they came does not
 * matter: it began with the first that says so and ended with the last.
 */
export const keepRuns: IngestStep = async (db, { events }) => {
  const touched = new Map<string, { appliance: number; runId: string }>();
  for (const { unit, body } of events)
    if (body.type === 'cycle') touched.set(runIdOf(unit.serial, body.runId), { appliance: unit.id, runId: body.runId });
  if (touched.size === 0) return;
  const runs = [...touched.values()];
  const batch = unnestColumns({
    id: ['uuid', [...touched.keys()]],
    appliance: ['integer', runs.map((run) => run.appliance)],
    run_id: ['text', runs.map((run) => run.runId)],
  });
  const eventsOf = sql`event e where e.appliance = batch.appliance and e.type = 'cycle' and e.body->>'runId' = batch.run_id`;
  await sql`
    insert into cycle_run (id, appliance, run_id, function, started_at, started_log, started_seq, request,
      ended_at, ended_log, ended_seq, end_event, end_reason)
    select batch.id, batch.appliance, batch.run_id, (coalesce(s.body, f.body)->>'function')::smallint, s.at, s.log, s.seq,
      s.body - '{type,event,runId,function,reason}'::text[], f.at, f.log, f.seq, f.body->>'event', f.body->>'reason'
    from ${batch.rows}
    left join lateral (select at, log, seq, body from ${eventsOf} and e.body->>'event' = 'started'
      order by at, log, seq limit 1) s on true
    left join lateral (select at, log, seq, body from ${eventsOf} and e.body->>'event' <> 'started'
      order by at desc, log desc, seq desc limit 1) f on true
    on conflict (id) do update set function = excluded.function, started_at = excluded.started_at,
      started_log = excluded.started_log, started_seq = excluded.started_seq, request = excluded.request,
      ended_at = excluded.ended_at, ended_log = excluded.ended_log, ended_seq = excluded.ended_seq,
      end_event = excluded.end_event, end_reason = excluded.end_reason`.execute(db);
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
  for (const [unit, at_ms] of touched) unit.show('cycle', presentCycle(newest.get(unit.id)), at_ms);
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
async function newestRuns(db: Db, appliances: readonly number[]): Promise<Map<number, NewestRun>> {
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
      order by e.at desc, e.log desc, e.seq desc limit 1) p on true`.execute(db);
  return new Map(rows.map((row) => [row.appliance, row]));
}

/** A run as a card shows it. */
function presentCycle(run: NewestRun | undefined): Cycle | null {
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
  };
}
