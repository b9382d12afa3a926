import type { Cycle } from '@brina/contract/live';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { derivedId } from '#core/ids.ts';
import type { EventFact, IngestStep } from '#core/ingest/facts.ts';
import type { Unit } from '#core/ingest/unit.ts';

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

/** Keeps the runs of cycles, in whatever order their events come. */
export const keepRuns: IngestStep = async (db, { events }) => {
  for (const event of events) await keepRun(db, event);
};

/**
 * Shows the newest run of each unit that has news of its cycles. The newest run is the one that started last: late events
 * of an older one never move the live picture back.
 */
export const showCycles: IngestStep = async (db, { events }) => {
  const touched = new Map<Unit, number>();
  for (const { unit, at_ms, body } of events)
    if (body.type === 'cycle' || body.type === 'phase') touched.set(unit, Math.max(touched.get(unit) ?? 0, at_ms));
  for (const [unit, at_ms] of touched) unit.show('cycle', await newestCycle(db, unit), at_ms);
};

async function keepRun(db: Db, event: EventFact): Promise<void> {
  if (event.body.type !== 'cycle') return;
  const { runId, event: what, function: code, reason, type: _type, ...request } = event.body;
  const { unit, log, seq, at_ms } = event;
  const id = runIdOf(unit.serial, runId);
  if (what === 'started') {
    await sql`
      insert into cycle_run (id, appliance, run_id, function, started_at, started_log, started_seq, request)
      values (${id}, ${unit.id}, ${runId}, ${code}, ${timestamp(at_ms)}, ${log}, ${seq}, ${jsonb(request)})
      on conflict (id) do update set function = excluded.function, started_at = excluded.started_at,
        started_log = excluded.started_log, started_seq = excluded.started_seq, request = excluded.request
      where cycle_run.started_at is null`.execute(db);
  } else {
    await sql`
      insert into cycle_run as r (id, appliance, run_id, function, ended_at, ended_log, ended_seq, end_event, end_reason)
      values (${id}, ${unit.id}, ${runId}, ${code}, ${timestamp(at_ms)}, ${log}, ${seq}, ${what}, ${reason ?? null})
      on conflict (id) do update set ended_at = excluded.ended_at, ended_log = excluded.ended_log,
        ended_seq = excluded.ended_seq, end_event = excluded.end_event, end_reason = excluded.end_reason
      where r.ended_at is null or excluded.ended_at > r.ended_at`.execute(db);
  }
}

type RequestedPlan = { plan?: { phase: number; hold?: true; end: { by: string; target?: number } }[] };

/** The cycle a card shows: the run that started last, with the phase it reached. */
async function newestCycle(db: Db, unit: Unit): Promise<Cycle | null> {
  const run = await db
    .selectFrom('cycle_run')
    .leftJoin('batch', 'batch.id', 'cycle_run.id')
    .select([
      'cycle_run.id', 'run_id', 'function', 'cycle_run.started_at', 'ended_at', 'end_event', 'end_reason', 'request',
      'batch.id as batch_id',
    ])
    .where('cycle_run.appliance', '=', unit.id)
    .where('cycle_run.started_at', 'is not', null)
    .orderBy('cycle_run.started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run || run.started_at === null || run.function === null) return null;
  const phase = await sql<{ body: { index: number; phase: number } }>`
    select body from event
    where appliance = ${unit.id} and type = 'phase' and at >= ${timestamp(run.started_at)} and body->>'runId' = ${run.run_id}
      and body->>'state' = 'running'
    order by at desc, seq desc limit 1`.execute(db);
  const plan = ((run.request as RequestedPlan | null)?.plan ?? []).filter((one) => !one.hold);
  const reached = phase.rows[0]?.body;
  return {
    runId: run.run_id,
    batchId: run.batch_id,
    function: run.function,
    state: run.ended_at === null ? 'running' : (run.end_event as Cycle['state']),
    phaseIndex: reached?.index ?? 0,
    phaseCount: plan.length,
    phase: reached?.phase ?? 0,
    startedAt: run.started_at,
    endedAt: run.ended_at,
    coreTarget: plan.findLast((one) => one.end.by === 'core')?.end.target ?? null,
    reason: run.end_reason,
  };
}
