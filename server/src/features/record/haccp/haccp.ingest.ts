import { closingSample_ms } from '@brina/domain/haccp/batch';
import { minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import type { Facts, IngestStep } from '#core/ingest/facts.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { span } from '#features/record/telemetry/batch-span.ts';
import { closingSample } from './measured.queries.ts';
import { kindOfFunction } from './parts/kinds.ts';
import { beginTrays, noteProducts } from './trays.ingest.ts';

/** A batch whose data are not complete gets its first revision, with its gaps, this long after its end (docs/ARCHITECTURE.md, data). */
const waitForData_ms = 15 * minute_ms;
/** A backlog counts as drained when nothing of it came for this long. */
const drained_ms = 30_000;

/**
 * Begins a HACCP batch with each run of a function that needs a record, and with each timer of a tray in one that goes on, and says when a
 * revision is due: when the batch has ended and nothing of it is missing, at the latest a quarter of an hour later, and again after late data.
 */
export const followBatches: IngestStep = async (db, facts) => {
  await beginBatches(db, facts);
  await beginTrays(db, facts);
  await noteProducts(db, facts, facts.now_ms + drained_ms);
  await markDue(db, facts);
};

async function beginBatches(db: Db, { events }: Facts): Promise<void> {
  const told = events.flatMap(({ unit, body }) =>
    body.type === 'cycle' && kindOfFunction(unit.family, body.function) ? [{ unit, body }] : [],
  );
  if (told.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', told.map(({ unit }) => unit.id)],
    run_id: ['text', told.map(({ body }) => body.runId)],
    function: ['smallint', told.map(({ body }) => body.function)],
  });
  await sql`
    insert into batch (id, appliance, run, started_at, laboratory_id)
    select distinct r.id, r.appliance, r.id, r.started_at, a.laboratory_id from ${batch.rows}
    join cycle_run r on r.appliance = batch.appliance and r.run_id = batch.run_id and r.function = batch.function
    join appliance a on a.id = r.appliance
    where r.started_at is not null
    on conflict (id) do update set started_at = excluded.started_at`.execute(db);
}

/**
 * Batches that have ended and whose time these facts touch, of a run whose end nobody told also what comes after it. A batch is complete
 * when every number from its start to the sample that closes its last interval is held.
 */
async function markDue(db: Db, { samples, events, now_ms }: Facts): Promise<void> {
  const touched = new Map<number, { from_ms: number; to_ms: number }>();
  for (const { unit, at_ms } of [...samples, ...events]) {
    const { from_ms, to_ms } = touched.get(unit.id) ?? { from_ms: at_ms, to_ms: at_ms };
    touched.set(unit.id, { from_ms: Math.min(from_ms, at_ms), to_ms: Math.max(to_ms, at_ms) });
  }
  if (touched.size === 0) return;
  const times = [...touched.values()];
  const batch = unnestColumns({
    appliance: ['integer', [...touched.keys()]],
    from_at: ['timestamptz', times.map(({ from_ms }) => from_ms - closingSample_ms)],
    to_at: ['timestamptz', times.map(({ to_ms }) => to_ms)],
  });
  await sql`
    update batch b set
      due_at = case
        when b.revision > 0 then ${timestamp(now_ms + drained_ms)}
        when t.complete then ${timestamp(now_ms)}
        else coalesce(b.due_at, ${timestamp(now_ms + waitForData_ms)}) end,
      cause = case when b.revision > 0 then 'late_data' when t.complete then 'complete' else 'waited' end
    from (
      select o.id, coalesce(c.log = o.started_log and o.ended_log = o.started_log and case
          when o.started_seq <= greatest(c.seq, o.ended_seq)
          then l.seen @> int8range(o.started_seq, greatest(c.seq, o.ended_seq), '[]') end, false) as complete
      from ${batch.rows}
      cross join lateral (
        select id, started_log, started_seq, ended_at, ended_log, ended_seq from cycle_run
        where appliance = batch.appliance and started_at <= batch.to_at and ended_at >= batch.from_at - interval '1 day'
        union all
        select b.id, b.started_log, b.started_seq, ${span.ended_at}, ${span.ended_log}, ${span.ended_seq}
        from batch b join cycle_run r on r.id = b.run
        where b.appliance = batch.appliance and b.tray is not null and b.started_at <= batch.to_at
          and coalesce(b.ended_at, 'infinity') >= batch.from_at - interval '1 day') o
      left join lateral ${closingSample(sql`batch.appliance`, sql`o.ended_at`)} c on true
      left join received l on l.appliance = batch.appliance and l.log = o.started_log
      where o.ended_at >= batch.from_at - case when o.ended_log is null then interval '1 day' else interval '0' end
    ) t where t.id = b.id
      -- Nothing is judged again of which only the record itself is held.
      and (b.revision = 0 or b.started_at >= ${timestamp(telemetryKeptFrom(now_ms))})`.execute(db);
}
