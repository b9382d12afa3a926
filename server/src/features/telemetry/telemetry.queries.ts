import type { Chart, Gap } from '@brina/contract/telemetry';
import { type MetricRow, metrics, type SentMetricName } from '@brina/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { evidenceOf } from './evidence.queries.ts';
import { bucketOf, type RollupLevel, rollupSteps } from './parts/buckets.ts';
import { explainGaps, gapAfter_ms, type Stretch } from './parts/gaps.ts';
import type { GaugeStats, StateStats } from './parts/rollup.ts';

const day_ms = 86_400_000;

/** Rungs of the chart ladder (design 7): raw up to two days, ten minutes up to sixty, hours beyond. */
export function levelFor(span_ms: number): Chart['level'] {
  if (span_ms <= 2 * day_ms) return 'raw';
  return span_ms <= 60 * day_ms ? '10min' : 'hour';
}

/** Buckets that are not rolled up yet are read from raw samples: the open one and those that wait for late samples. */
const rawTail_ms = 20 * 60_000;

type Point = { at: number; stats: Partial<Record<SentMetricName, [min: number, mean: number, max: number]>> };

/** A chart of one appliance over the stretches its reader held it, in at most `points` buckets. */
export async function chartOf(
  db: Db,
  {
    appliance,
    held,
    window,
    names,
    points,
    now_ms,
  }: { appliance: number; held: readonly Stretch[]; window: Stretch; names: readonly SentMetricName[]; points: number; now_ms: number },
): Promise<Chart> {
  const level = levelFor(window.to - window.from);
  const natural_ms = level === 'raw' ? 1000 : rollupSteps[level];
  const step_ms = Math.max(natural_ms, Math.ceil((window.to - window.from) / points / natural_ms) * natural_ms);
  const buckets = new Map<number, Point>();
  const gaps: Gap[] = notHeld(held, window);
  for (const stretch of held) {
    const tail = level === 'raw' ? stretch.from : Math.max(stretch.from, Math.min(stretch.to, bucketOf(now_ms - rawTail_ms, step_ms)));
    const found = [
      ...(level === 'raw' ? [] : await rollups(db, level, appliance, { from: stretch.from, to: tail }, names)),
      ...(await rawPoints(db, appliance, { from: tail, to: stretch.to }, names, step_ms)),
    ];
    for (const point of found) merge(buckets, bucketOf(point.at, step_ms), point);
    const silences = await silencesIn(db, level, appliance, { from: stretch.from, to: Math.min(stretch.to, now_ms) }, tail);
    if (silences.length > 0) gaps.push(...explainGaps(silences, await evidenceOf(db, appliance, stretch)));
  }
  const at = [...buckets.keys()].sort((a, b) => a - b);
  const column = (name: SentMetricName, i: 0 | 1 | 2) => at.map((bucket) => buckets.get(bucket)?.stats[name]?.[i] ?? null);
  return {
    ...window,
    level,
    step_ms,
    at,
    series: Object.fromEntries(names.map((name) => [name, { min: column(name, 0), mean: column(name, 1), max: column(name, 2) }])),
    gaps: gaps.sort((a, b) => a.from - b.from),
  };
}

/** What of the window was another company's: shown as a gap that says so. */
function notHeld(held: readonly Stretch[], { from, to }: Stretch): Gap[] {
  const edges = [from, ...held.flatMap((stretch) => [stretch.from, stretch.to]), to];
  const gaps: Gap[] = [];
  for (let i = 0; i < edges.length; i += 2) {
    const [start = from, end = to] = [edges[i], edges[i + 1]];
    if (end > start) gaps.push({ from: start, to: end, reason: 'not_yours' });
  }
  return gaps;
}

function merge(buckets: Map<number, Point>, at: number, { stats }: Point): void {
  const point = buckets.get(at) ?? { at, stats: {} };
  buckets.set(at, point);
  for (const [name, one] of Object.entries(stats) as [SentMetricName, [number, number, number]][]) {
    const before = point.stats[name];
    point.stats[name] = before
      ? [Math.min(before[0], one[0]), (before[1] + one[1]) / 2, Math.max(before[2], one[2])]
      : one;
  }
}

async function rawPoints(db: Db, appliance: number, { from, to }: Stretch, names: readonly SentMetricName[], step_ms: number): Promise<Point[]> {
  if (to <= from) return [];
  const columns = names.map((name) => {
    const column = sql.ref(name);
    const middle = (metrics[name] as MetricRow).kind === 'state' ? sql`mode() within group (order by ${column})` : sql`avg(${column})::real`;
    return sql`min(${column}) as ${sql.id(`${name}.min`)}, ${middle} as ${sql.id(`${name}.mean`)}, max(${column}) as ${sql.id(`${name}.max`)}`;
  });
  const { rows } = await sql<{ at: number } & Record<string, number | null>>`
    select to_timestamp(floor(extract(epoch from at) * 1000 / ${step_ms}) * ${step_ms} / 1000.0) as at, ${sql.join(columns)}
    from telemetry where appliance = ${appliance} and at >= ${timestamp(from)} and at < ${timestamp(to)}
    group by 1 order by 1`.execute(db);
  return rows.map((row) => {
    const point: Point = { at: row.at, stats: {} };
    for (const name of names) {
      const [min, mean, max] = [row[`${name}.min`], row[`${name}.mean`], row[`${name}.max`]];
      if (typeof min === 'number' && typeof mean === 'number' && typeof max === 'number') point.stats[name] = [min, mean, max];
    }
    return point;
  });
}

async function rollups(db: Db, level: RollupLevel, appliance: number, { from, to }: Stretch, names: readonly SentMetricName[]): Promise<Point[]> {
  if (to <= from) return [];
  const picked = sql.join(names.map((name) => sql`metrics->${sql.lit(name)} as ${sql.ref(name)}`));
  const { rows } = await sql<{ bucket: number } & Record<string, GaugeStats | StateStats | null>>`
    select bucket, ${picked} from ${sql.table(level === '10min' ? 'telemetry_10min' : 'telemetry_hour')}
    where appliance = ${appliance} and bucket >= ${timestamp(from)} and bucket < ${timestamp(to)}
    order by bucket`.execute(db);
  return rows.map((row) => {
    const point: Point = { at: row.bucket, stats: {} };
    for (const name of names) {
      const stats = row[name] as GaugeStats | StateStats | null;
      if (Array.isArray(stats)) point.stats[name] = [stats[0], stats[1], stats[2]];
      else if (stats) {
        const code = Number(Object.entries(stats).reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
        point.stats[name] = [code, code, code];
      }
    }
    return point;
  });
}

/** Stretches without samples: by the samples themselves, or by what the ten minutes say they cover. */
async function silencesIn(db: Db, level: Chart['level'], appliance: number, { from, to }: Stretch, tail: number): Promise<Stretch[]> {
  if (to <= from) return [];
  const rungs =
    level === 'raw'
      ? sql`select at as start, at as stop from telemetry where appliance = ${appliance} and at >= ${timestamp(from)} and at < ${timestamp(to)}`
      : sql`select bucket as start, bucket + interval '10 minutes' as stop from telemetry_10min
          where appliance = ${appliance} and bucket >= ${timestamp(from)} and bucket < ${timestamp(tail)} and covered_s > 0
        union all select at, at from telemetry where appliance = ${appliance} and at >= ${timestamp(tail)} and at < ${timestamp(to)}`;
  const { rows } = await sql<{ from: number; to: number }>`
    with marks as (
      select ${timestamp(from)} as start, ${timestamp(from)} as stop
      union all select * from (${rungs}) r
      union all select ${timestamp(to)}, ${timestamp(to)}
    ), pairs as (select max(stop) over (order by start rows between unbounded preceding and 1 preceding) as "from", start as "to" from marks)
    select "from", "to" from pairs where "to" - "from" > make_interval(secs => ${gapAfter_ms / 1000}) order by "from"`.execute(db);
  return rows;
}
