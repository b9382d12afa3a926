import type { Chart, Gap } from '@brina/contract/calls/record/telemetry';
import { overdue_ms } from '@brina/domain/appliance/cadence';
import {
  isProductMetric,
  isSampledMetric,
  type MetricRow,
  metrics,
  type ProductMetricName,
  type SampledMetricName,
} from '@brina/domain/appliance/metrics';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { explainSilences } from './evidence.queries.ts';
import { addFood } from './food.queries.ts';
import { type Stretch, silencesOf } from './gaps.ts';
import { bucketOf, type RollupLevel, rollupSteps, runsOf } from './parts/buckets.ts';
import { ChartBuckets } from './parts/chart-buckets.ts';
import { type GaugeStats, type StateStats, speaksFor_ms } from './parts/rollup.ts';
import { namedValueOf } from './parts/values.ts';

/** Rungs of the chart ladder (docs/ARCHITECTURE.md, data): raw up to two days, ten minutes up to sixty, hours beyond. */
function levelFor(span_ms: number): Chart['level'] {
  if (span_ms <= 2 * day_ms) return 'raw';
  return span_ms <= 60 * day_ms ? '10min' : 'hour';
}

/** What is younger is read from raw samples: the open bucket and those that still wait for late samples. */
const rawTail_ms = 20 * minute_ms;

export type ChartOptions = {
  appliance: number;
  /** When its reader held it, within the window, ascending. */
  held: readonly Stretch[];
  /** The same with the time before the window that the product channel begins in; empty without it. */
  before?: readonly Stretch[];
  window: Stretch;
  names: readonly (SampledMetricName | ProductMetricName)[];
  points: number;
  now_ms: number;
};

/** A chart of one appliance over the stretches its reader held it, in at most `points` buckets. */
export async function chartOf(
  db: Db,
  { appliance, held, before = [], window, names, points, now_ms }: ChartOptions,
): Promise<Chart> {
  const level = levelFor(window.to - window.from);
  const step_ms = stepFor(window, points, level === 'raw' ? 1000 : rollupSteps[level]);
  const buckets = new ChartBuckets(step_ms);
  const sampled = names.filter(isSampledMetric);
  const gaps = notHeld(held, window);
  let isArriving = false;
  for (const stretch of held) {
    const seen = { from: stretch.from, to: Math.max(stretch.from, Math.min(stretch.to, now_ms)) };
    const { rolledUp, raw } = rungsOf(level, stretch, now_ms);
    const covered: Stretch[] = [];
    if (level !== 'raw') {
      // First what waits: what is rolled up meanwhile is shown below.
      const waiting = await waitingFor(db, level, appliance, rolledUp);
      covered.push(...(await addRollups(db, buckets, level, appliance, rolledUp, sampled)));
      const shown = new Set(covered.map((one) => one.from));
      const empty = runsOf(
        waiting.filter((bucket) => !shown.has(bucket)),
        rollupSteps[level],
      );
      gaps.push(...empty.map((one) => ({ ...one, reason: 'arriving' as const })));
      covered.push(...empty);
      isArriving ||= waiting.length > 0;
    }
    for (const part of raw) {
      if (sampled.length > 0) await addRaw(db, buckets, appliance, part, sampled);
      covered.push(...(await islandsOf(db, appliance, part)));
    }
    gaps.push(...(await explainSilences(db, appliance, silencesOf(covered, seen))));
  }
  const food = { appliance, level, names: names.filter(isProductMetric), held: before, from: window.from };
  await addFood(db, buckets, food);
  return {
    ...window,
    level,
    step_ms,
    at: buckets.moments(),
    series: Object.fromEntries(names.map((name) => [name, buckets.series(name)])),
    gaps: gaps.sort((a, b) => a.from - b.from),
    arriving: isArriving,
  };
}

/** The smallest multiple of the level's step that cuts the window into at most `points` buckets, wherever they begin. */
function stepFor({ from, to }: Stretch, points: number, natural_ms: number): number {
  let step_ms = Math.max(1, Math.ceil((to - from) / points / natural_ms)) * natural_ms;
  while ((bucketOf(to - 1, step_ms) - bucketOf(from, step_ms)) / step_ms + 1 > points) step_ms += natural_ms;
  return step_ms;
}

/**
 * What of a stretch is read from rollups: the whole buckets in it that are rolled up by now. A bucket at its edge may
 * hold what another company measured, so the edges are read from raw samples.
 */
function rungsOf(level: Chart['level'], stretch: Stretch, now_ms: number): { rolledUp: Stretch; raw: Stretch[] } {
  const { from, to } = stretch;
  if (level === 'raw') return { rolledUp: { from, to: from }, raw: [stretch] };
  const step_ms = rollupSteps[level];
  const first = bucketOf(from + step_ms - 1, step_ms);
  const end = bucketOf(Math.min(to, now_ms - rawTail_ms), step_ms);
  if (end <= first) return { rolledUp: { from, to: from }, raw: [stretch] };
  const edges = [
    { from, to: first },
    { from: end, to },
  ];
  return { rolledUp: { from: first, to: end }, raw: edges.filter((edge) => edge.from < edge.to) };
}

/** What of the window was another company's: shown as a gap that says so. */
function notHeld(held: readonly Stretch[], window: Stretch): Gap[] {
  return silencesOf(held, window, 0).map((stretch) => ({ ...stretch, reason: 'not_yours' }));
}

const isState = (name: SampledMetricName): boolean => (metrics[name] as MetricRow).kind === 'state';

/** The time each sample speaks for, ms: until the next one, and never long. */
const spans = (appliance: number, { from, to }: Stretch, step_ms: number, names: readonly SampledMetricName[]) => sql`
  select floor(extract(epoch from at)::float8 * 1000 / ${step_ms}) as bucket, ${sql.join(names.map(namedValueOf))},
    greatest(1, extract(epoch from least(lead(at, 1, ${timestamp(to)}) over (order by at, log, seq, ix),
      at + ${speaksFor_ms / 1000} * interval '1 second') - at)::float8 * 1000) as ms
  from telemetry where appliance = ${appliance} and at >= ${timestamp(from)} and at < ${timestamp(to)}`;

async function addRaw(
  db: Db,
  buckets: ChartBuckets,
  appliance: number,
  part: Stretch,
  names: readonly SampledMetricName[],
): Promise<void> {
  const gauges = names.filter((name) => !isState(name));
  const states = names.filter(isState);
  const { step_ms } = buckets;
  if (gauges.length > 0) {
    const columns = gauges.map((name, i) => {
      const value = sql.ref(name);
      return sql`array[min(${value}), sum(${value} * ms) / sum(ms) filter (where ${value} is not null), max(${value}),
        sum(ms) filter (where ${value} is not null)]::float8[] as ${sql.id(String(i))}`;
    });
    const { rows } = await sql<
      { bucket: number } & Record<string, [number, number, number, number] | [null, null, null, null]>
    >`
      select bucket, ${sql.join(columns)} from (${spans(appliance, part, step_ms, gauges)}) s group by 1`.execute(db);
    for (const row of rows)
      for (const [i, name] of gauges.entries()) {
        const [min, mean, max, ms] = row[i] ?? [null];
        if (min !== null) buckets.addGauge(name, row.bucket * step_ms, { min, mean, max, weight: ms });
      }
  }
  if (states.length === 0) return;
  const codes = states.map(
    (name) =>
      sql`(select bucket, ${sql.lit(name)} as name, ${sql.ref(name)} as code, ms from spans where ${sql.ref(name)} is not null)`,
  );
  const { rows } = await sql<{ bucket: number; name: SampledMetricName; code: number; ms: number }>`
    with spans as (${spans(appliance, part, step_ms, states)})
    select bucket, name, code, sum(ms) as ms from (${sql.join(codes, sql` union all `)}) c
    group by 1, 2, 3`.execute(db);
  for (const { bucket, name, code, ms } of rows) buckets.addState(name, bucket * step_ms, code, ms);
}

/** Adds the rolled-up buckets of a part, and returns the time they cover. */
async function addRollups(
  db: Db,
  buckets: ChartBuckets,
  level: RollupLevel,
  appliance: number,
  { from, to }: Stretch,
  names: readonly SampledMetricName[],
): Promise<Stretch[]> {
  if (to <= from) return [];
  const picked = names.map((name) => sql`metrics->${sql.lit(name)} as ${sql.ref(name)}`);
  const { rows } = await sql<{ bucket: number; covered_s: number } & Record<string, GaugeStats | StateStats | null>>`
    select ${sql.join([sql`bucket`, sql`covered_s`, ...picked])} from ${sql.table(level === '10min' ? 'telemetry_10min' : 'telemetry_hour')}
    where appliance = ${appliance} and bucket >= ${timestamp(from)} and bucket < ${timestamp(to)}
    order by bucket`.execute(db);
  for (const row of rows)
    for (const name of names) {
      const stats = row[name] as GaugeStats | StateStats | null;
      if (Array.isArray(stats)) {
        const [min, mean, max, , seconds] = stats;
        buckets.addGauge(name, row.bucket, { min, mean, max, weight: seconds * 1000 });
      } else if (stats) {
        for (const [code, seconds] of Object.entries(stats))
          buckets.addState(name, row.bucket, Number(code), seconds * 1000);
      }
    }
  const covered = rows.filter(({ covered_s }) => covered_s > 0);
  return covered.map(({ bucket }) => ({ from: bucket, to: bucket + rollupSteps[level] }));
}

/** Starts of the buckets of a part that late samples wait to be rolled up into, ascending. */
async function waitingFor(db: Db, level: RollupLevel, appliance: number, { from, to }: Stretch): Promise<number[]> {
  if (to <= from) return [];
  const rows = await db
    .selectFrom('rollup_due')
    .select('bucket')
    .where('appliance', '=', appliance)
    .where('bucket', '>=', timestamp(from))
    .where('bucket', '<', timestamp(to))
    .orderBy('bucket')
    .execute();
  return [...new Set(rows.map(({ bucket }) => bucketOf(bucket, rollupSteps[level])))];
}

/** Stretches of a part in which no two neighbouring samples have a gap between them. */
async function islandsOf(db: Db, appliance: number, { from, to }: Stretch): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select min(at) as "from", max(at) as "to" from (
      select at, count(*) filter (where apart) over (order by at) as island from (
        select at, at - lag(at) over (order by at) > ${overdue_ms / 1000} * interval '1 second' as apart
        from telemetry where appliance = ${appliance} and at >= ${timestamp(from)} and at < ${timestamp(to)}) a) b
    group by island order by 1`.execute(db);
  return rows;
}
