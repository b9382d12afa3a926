import type { EventMessage } from '@brina/contract/devices';
import type { Input, Maintenance, SampleValues } from '@brina/domain/alarm-engine/input';
import { isSentMetric, type MetricName, metricNames, metrics } from '@brina/domain/metrics';
import type { PhasePlan } from '@brina/domain/phase-plan';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/** Which facts of which unit: those after `after_at`, epoch ms. */
export type Wanted = { appliance: number; after_at: number };

/** Facts of a unit in their order. `complete`: there are no more of them. */
export type Taken = { inputs: readonly Input[]; complete: boolean };

/** Samples of one unit that are read at once. */
const samples_max = 600;

const read = metricNames.filter((name) => isSentMetric(name) && metrics[name].sql !== 'text');
const columns: RawBuilder<unknown> = sql.join(read.map((name) => sql.ref(name)));

type SampleRow = { appliance: number; at: number; received_at: number; other: Record<string, unknown> | null } & Record<
  MetricName,
  number | null
>;
type EventRow = { appliance: number; at: number; body: EventBody };
type EventBody = EventMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'log' | 'seq' | 'boot' | 'at' | 'sent' | 'up'>
    : never
  : never;

/**
 * The next facts of units, in the order of their moments: samples, events, and what people did. Of a unit with many, a
 * part that ends between two moments.
 */
export async function takeInputs(db: Db, wanted: readonly Wanted[]): Promise<Map<number, Taken>> {
  const batch = unnestColumns({
    appliance: ['integer', wanted.map((one) => one.appliance)],
    after_at: ['timestamptz', wanted.map((one) => one.after_at)],
  });
  const samples = await sql<SampleRow>`
    select t.* from ${batch.rows} cross join lateral (
      select y.appliance, y.at, y.received_at, y.other, ${columns} from telemetry y
      where y.appliance = batch.appliance and y.at > batch.after_at
      order by y.at, y.log, y.seq, y.ix limit ${samples_max}) t`.execute(db);
  const bySamples = Map.groupBy(samples.rows, (row) => row.appliance);
  // Of a unit with more samples than were read, nothing at or after the last one read: that moment may not be whole.
  const ends = wanted.map(({ appliance }) => {
    const rows = bySamples.get(appliance) ?? [];
    return rows.length < samples_max ? Number.POSITIVE_INFINITY : (rows.at(-1)?.at ?? 0);
  });
  const bounded = unnestColumns({
    appliance: ['integer', wanted.map((one) => one.appliance)],
    after_at: ['timestamptz', wanted.map((one) => one.after_at)],
    before_at: ['timestamptz', ends.map((end) => (Number.isFinite(end) ? end : null))],
  });
  const events = await sql<EventRow>`
    select e.appliance, e.at, e.body from ${bounded.rows}
    join event e on e.appliance = batch.appliance and e.at > batch.after_at
      and (batch.before_at is null or e.at < batch.before_at)
    order by e.at, e.log, e.seq`.execute(db);
  const work = await sql<{ appliance: number; at: number; kind: Maintenance }>`
    select m.appliance, m.at, m.kind from ${bounded.rows}
    join maintenance m on m.appliance = batch.appliance and m.at > batch.after_at
      and (batch.before_at is null or m.at < batch.before_at)
    order by m.at, m.id`.execute(db);
  const byEvents = Map.groupBy(events.rows, (row) => row.appliance);
  const byWork = Map.groupBy(work.rows, (row) => row.appliance);
  return new Map(
    wanted.map(({ appliance }, index) => {
      const end = ends[index] ?? 0;
      const inputs = [
        ...(bySamples.get(appliance) ?? []).filter(({ at }) => at < end).map(sampleInput),
        ...(byEvents.get(appliance) ?? []).flatMap(eventInput),
        ...(byWork.get(appliance) ?? []).map(({ at, kind }): Input => ({ at_ms: at, kind: 'maintenance', what: kind })),
      ];
      // Stable: what has one moment stays in the order samples, events, work.
      inputs.sort((a, b) => a.at_ms - b.at_ms);
      return [appliance, { inputs, complete: !Number.isFinite(end) }];
    }),
  );
}

/** An empty column is no news, unless the unit said so: then its name stands in `other`, as does a raw value that is none. */
function sampleInput(row: SampleRow): Input {
  const values: Partial<Record<MetricName, number | null>> = {};
  for (const name of read) {
    const value = row[name];
    if (value !== null) values[name] = value;
    else if (row.other && Object.hasOwn(row.other, name)) values[name] = null;
  }
  return { at_ms: row.at, kind: 'sample', values: values satisfies SampleValues };
}

function eventInput({ at, body }: EventRow): Input[] {
  const at_ms = at;
  switch (body.type) {
    case 'alarm':
      return [{ at_ms, kind: 'alarm', name: body.name, active: body.active }];
    case 'door':
      return [{ at_ms, kind: 'door', door: body.door === 2 ? 2 : 1, open: body.open }];
    case 'power': {
      const lostAt = body.lostAt === undefined ? {} : { lostAt_ms: body.lostAt };
      return [{ at_ms, kind: 'power', event: body.event === 'lost' ? 'lastGasp' : body.event, ...lostAt }];
    }
    case 'gap':
      return [{ at_ms, kind: 'gap', from_ms: body.from, to_ms: body.to }];
    case 'cycle': {
      const { runId, event, function: code, plan, load_kg, reason } = body;
      return [
        {
          at_ms,
          kind: 'cycle',
          runId,
          event,
          function: code,
          ...(plan && { plan: plan as readonly PhasePlan[] }),
          ...(load_kg !== undefined && { load_kg }),
          ...(reason && { reason }),
        },
      ];
    }
    case 'phase':
      return [{ at_ms, kind: 'phase', runId: body.runId, index: body.index, phase: body.phase, state: body.state }];
    case 'local':
      return [];
  }
}
