import type { EventBody } from '@brina/contract/devices';
import type { Input, Maintenance, SampleValues } from '@brina/domain/alarms/engine/input';
import { isSentMetric, type MetricName, metricNames, metrics } from '@brina/domain/appliance/metrics';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { sql } from 'kysely';
import { asText, numbersOf } from '#core/db/as-text.ts';
import type { Db } from '#core/db/database.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import type { Facts, Sample } from '#core/ingest/facts.ts';

/** Which facts of which unit: those after `after_at`, epoch ms. */
export type Stretch = { appliance: number; after_at: number };

/** Facts of a unit in their order: all up to `until`, epoch ms, or null when there are no more of them. */
export type Taken = { inputs: readonly Input[]; until: number | null };

/** Samples, and events, that are read at once, of one unit its share: however much one has, it holds up no other for longer than that. */
const rows_max = 6000;
const ofOne_min = 60;

const read = metricNames.filter((name) => isSentMetric(name) && metrics[name].sql !== 'text');
const numbers = asText(read.map((name) => sql.ref(name)));

type SampleRow = {
  appliance: number;
  at: number;
  other: Record<string, unknown> | null;
  clock_offset_s: number | null;
  numbers: string;
};
type EventRow = { appliance: number; at: number; body: EventBody };
type WorkRow = { appliance: number; at: number; kind: Maintenance };
type PlanRow = { appliance: number; at: number; plan: FoodPlan | null };

/**
 * The next facts of units: all their later plans, and in the order of their moments samples, events and what people did. Of a unit with
 * many, a part that ends between two moments.
 */
export async function takeInputs(db: Db, wanted: readonly Stretch[]): Promise<Map<number, Taken>> {
  if (wanted.length === 0) return new Map();
  const ofOne_max = Math.max(ofOne_min, Math.floor(rows_max / wanted.length));
  const batch = unnestColumns({
    appliance: ['integer', wanted.map((one) => one.appliance)],
    after_at: ['timestamptz', wanted.map((one) => one.after_at)],
  });
  const [samples, events, work, plans] = await Promise.all([
    sql<SampleRow>`
      select t.* from ${batch.rows} cross join lateral (
        select y.appliance, y.at, y.other, y.clock_offset_s, ${numbers} as numbers from telemetry y
        where y.appliance = batch.appliance and y.at > batch.after_at
        order by y.at, y.log, y.seq, y.ix limit ${ofOne_max}) t`.execute(db),
    sql<EventRow>`
      select t.* from ${batch.rows} cross join lateral (
        select e.appliance, e.at, e.body from event e
        where e.appliance = batch.appliance and e.at > batch.after_at
        order by e.at, e.log, e.seq limit ${ofOne_max}) t`.execute(db),
    sql<WorkRow>`
      select m.appliance, m.at, m.kind from ${batch.rows}
      cross join lateral (
        select w.appliance, w.at, w.kind, w.id from maintenance w
        where w.appliance = batch.appliance and w.at > batch.after_at
        union all
        select f.appliance, f.at, 'fateEntered', f.action from food_fate f
        where f.appliance = batch.appliance and f.at > batch.after_at) m
      order by m.at, m.id`.execute(db),
    sql<PlanRow>`
      select u.appliance, u.from_at as at, p.plan from ${batch.rows}
      join unit_plan u on u.appliance = batch.appliance and u.from_at > batch.after_at
      left join food_plan p on p.id = u.food_plan
      order by u.from_at`.execute(db),
  ]);
  const bySamples = Map.groupBy(samples.rows, (row) => row.appliance);
  const byEvents = Map.groupBy(events.rows, (row) => row.appliance);
  const byWork = Map.groupBy(work.rows, (row) => row.appliance);
  const byPlans = Map.groupBy(plans.rows, (row) => row.appliance);
  return new Map(
    wanted.map(({ appliance }) => {
      const ofSamples = bySamples.get(appliance) ?? [];
      const ofEvents = byEvents.get(appliance) ?? [];
      const until = Math.min(lastWhole(ofSamples, ofOne_max), lastWhole(ofEvents, ofOne_max));
      const taken = <R extends { at: number }>(rows: readonly R[]): R[] => rows.filter(({ at }) => at <= until);
      const inputs = [
        ...taken(ofSamples).map(sampleInput),
        ...taken(ofEvents).flatMap(({ at, body }) => eventInput(at, body)),
        ...taken(byWork.get(appliance) ?? []).map(
          ({ at, kind }): Input => ({ at_ms: at, kind: 'maintenance', what: kind }),
        ),
      ];
      const ofPlans = (byPlans.get(appliance) ?? []).map(({ at, plan }): Input => ({ at_ms: at, kind: 'plan', plan }));
      return [
        appliance,
        { inputs: [...ofPlans, ...inputs.sort(inOrder)], until: Number.isFinite(until) ? until : null },
      ];
    }),
  );
}

/**
 * The last moment of which every row was read, epoch ms; infinity when there are no more. A clock that stands still has more of one
 * moment than are read at once: the rest of it is left out, or the rules would never come past it.
 */
function lastWhole(rows: readonly { at: number }[], limit: number): number {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || rows.length < limit) return Number.POSITIVE_INFINITY;
  return last.at > first.at ? last.at - 1 : last.at;
}

/** What has one moment comes in the order samples, events, work; the sort is stable. */
const inOrder = (a: Input, b: Input): number => a.at_ms - b.at_ms || rankOf(a) - rankOf(b);

const ranks: Partial<Record<Input['kind'], number>> = { sample: 0, maintenance: 2 };
const rankOf = ({ kind }: Input): number => ranks[kind] ?? 1;

/** A fact at hand, as its message told it. */
export type Heard = { at_ms: number; log: string; seq: number } & (
  | Pick<Sample, 'columns' | 'clockOffset_s'>
  | { body: EventBody }
);

/** The facts of a batch by unit. */
export function heardByUnit({ samples, events }: Pick<Facts, 'samples' | 'events'>): Map<number, Heard[]> {
  const byUnit = new Map<number, Heard[]>();
  const add = (appliance: number, heard: Heard): void => {
    const known = byUnit.get(appliance);
    if (known) known.push(heard);
    else byUnit.set(appliance, [heard]);
  };
  for (const { unit, at_ms, log, seq, columns, clockOffset_s } of samples)
    add(unit.id, { at_ms, log, seq, columns, clockOffset_s });
  for (const { unit, at_ms, log, seq, body } of events) add(unit.id, { at_ms, log, seq, body });
  return byUnit;
}

/** What the rules take in of facts at hand after a moment, epoch ms: the same as if they were read, whichever way a fact comes. */
export const inputsAfter = (heard: readonly Heard[], after_ms: number): Input[] =>
  heard
    .filter(({ at_ms }) => at_ms > after_ms)
    .sort(inKeptOrder)
    .flatMap((fact) =>
      'body' in fact
        ? eventInput(fact.at_ms, fact.body)
        : { at_ms: fact.at_ms, kind: 'sample', values: valuesOf(fact) satisfies SampleValues },
    );

/** The order in which the database gives facts back, also those of one moment: what came first does not matter. The sort is stable. */
const inKeptOrder = (a: Heard, b: Heard): number =>
  a.at_ms - b.at_ms ||
  Number('body' in a) - Number('body' in b) ||
  (a.log === b.log ? a.seq - b.seq : a.log < b.log ? -1 : 1);

/** An empty column of a sample at hand is one that the unit said to be empty. */
function valuesOf({ columns, clockOffset_s }: Pick<Sample, 'columns' | 'clockOffset_s'>): SampleValues {
  const values: Partial<Record<MetricName, number | null>> = { clockOffset: clockOffset_s ?? 0 };
  for (const name in columns) {
    const kept = keptAs.get(name);
    const value = columns[name];
    if (kept && value !== undefined && typeof value !== 'string') values[name as MetricName] = kept(value);
  }
  return values;
}

/**
 * A number as a column of type `real` gives it back: the shortest that means the same in four bytes. One of six digits always comes
 * back as it is.
 */
function throughReal(value: number | null): number | null {
  if (value === null || (Math.abs(value) < 10_000 && Math.round(value * 100) / 100 === value)) return value;
  const kept = Math.fround(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(kept.toPrecision(digits));
    if (Math.fround(short) === kept) return short;
  }
  return Number(kept.toPrecision(9));
}

const asItIs = (value: number | null): number | null => value;
const keptAs = new Map<string, (value: number | null) => number | null>(
  read.map((name) => [name, metrics[name].sql === 'real' ? throughReal : asItIs]),
);

/** An empty column is no news, unless the unit said so: then its name stands in `other`, as does a raw value that is none. */
function sampleInput(row: SampleRow): Input {
  const values: Partial<Record<MetricName, number | null>> = { clockOffset: row.clock_offset_s ?? 0 };
  for (const [index, value] of numbersOf(row.numbers).entries()) {
    const name = read[index];
    if (name === undefined) continue;
    if (value !== null) values[name] = value;
    else if (row.other && Object.hasOwn(row.other, name)) values[name] = null;
  }
  return { at_ms: row.at, kind: 'sample', values: values satisfies SampleValues };
}

function eventInput(at_ms: number, body: EventBody): Input[] {
  switch (body.type) {
    case 'alarm':
      return [{ at_ms, kind: 'alarm', name: body.name, active: body.active, ...(body.zone && { zone: body.zone }) }];
    case 'door':
      return [{ at_ms, kind: 'door', door: body.door === 2 ? 2 : 1, open: body.open }];
    case 'power': {
      const lostAt = body.lostAt === undefined ? {} : { lostAt_ms: body.lostAt };
      return [{ at_ms, kind: 'power', event: body.event === 'lost' ? 'lastGasp' : body.event, ...lostAt }];
    }
    case 'gap':
      return [{ at_ms, kind: 'gap', from_ms: body.from, to_ms: body.to }];
    case 'cycle': {
      const { runId, event, function: code, plan, load_kg, reason, source } = body;
      return [
        {
          at_ms,
          kind: 'cycle',
          runId,
          event,
          function: code,
          ...(plan && { plan: plan as readonly PhasePlan[] }),
          ...(source && { cycleId: source.id }),
          ...(load_kg !== undefined && { load_kg }),
          ...(reason && { reason }),
        },
      ];
    }
    case 'phase':
      return [{ at_ms, kind: 'phase', runId: body.runId, index: body.index, phase: body.phase, state: body.state }];
    case 'tray':
    case 'local':
      return [];
  }
}
