import type { Chart } from '@brina/contract/calls/record/telemetry';
import type { SampleValues, UnitContext } from '@brina/domain/alarms/engine/input';
import { courseLead_ms, courseMetrics, productCourse } from '@brina/domain/alarms/engine/product-course';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { MetricName, ProductMetricName } from '@brina/domain/appliance/metrics';
import { stateCodes } from '@brina/domain/appliance/states';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Stretch } from './gaps.ts';
import { rollupSteps } from './parts/buckets.ts';
import type { ChartBuckets } from './parts/chart-buckets.ts';
import type { GaugeStats, StateStats } from './parts/rollup.ts';

type Sample = { at_ms: number; values: SampleValues };

/** A shorter opening is forgiven: in a bucket of ten minutes it is not told apart from the air. */
const longOpening_s = 180;
/** Steps of a defrost from here on warm the air. */
const warms = stateCodes('defrostState').heating;

/** Reads so much earlier than is shown, as far as it was the reader's then too. */
export const withLead = ({ from, to }: Stretch): Stretch => ({ from: from - courseLead_ms, to });

/**
 * Adds the food by the product channel, for what its reader held. Beyond the rungs of days nothing is added: an hour is longer than
 * the filter.
 * @param held with the lead before what is shown
 */
export async function addFood(
  db: Db,
  buckets: ChartBuckets,
  chart: {
    appliance: number;
    level: Chart['level'];
    names: readonly ProductMetricName[];
    held: readonly Stretch[];
    from: number;
  },
): Promise<void> {
  const { appliance, level, names, held, from } = chart;
  if (names.length === 0 || level === 'hour') return;
  const context = await contextOf(db, appliance);
  if (!context) return;
  for (const stretch of held) {
    const samples = await (level === 'raw' ? rawSamples : rolledSamples)(db, appliance, stretch);
    for (const name of names)
      for (const { at_ms, food } of productCourse(context, name === 'TProduct' ? 1 : 2, samples))
        if (food !== null && at_ms >= from)
          buckets.addGauge(name, at_ms, { min: food, mean: food, max: food, weight: 1 });
  }
}

/** What the channel needs to know of the unit; undefined for a model of a later version. */
export async function contextOf(db: Db, appliance: number): Promise<UnitContext | undefined> {
  const unit = await db.selectFrom('appliance').select('model').where('id', '=', appliance).executeTakeFirst();
  const model = modelRow(unit?.model ?? '');
  return model && { model, timeZone: 'UTC' };
}

/** Stored samples of a stretch in their order, with some of their metrics. */
export async function rawSamples(
  db: Db,
  appliance: number,
  { from, to }: Stretch,
  names: readonly MetricName[] = courseMetrics,
): Promise<Sample[]> {
  const { rows } = await sql<{ at: number } & Record<string, number | null>>`
    select floor(extract(epoch from at)::float8 * 1000) as at, ${sql.join(names.map((name) => sql.ref(name)))}
    from telemetry where appliance = ${appliance} and at >= ${timestamp(from)} and at < ${timestamp(to)}
    order by telemetry.at, log, seq, ix`.execute(db);
  return rows.map(({ at, ...values }) => ({
    at_ms: at,
    // A column without a value is no news.
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)),
  }));
}

async function rolledSamples(db: Db, appliance: number, { from, to }: Stretch): Promise<Sample[]> {
  const rows = await db
    .selectFrom('telemetry_10min')
    .select(['bucket', sql<Record<string, GaugeStats | StateStats>>`metrics`.as('metrics')])
    .where('appliance', '=', appliance)
    .where('bucket', '>=', timestamp(from))
    .where('bucket', '<', timestamp(to))
    .orderBy('bucket')
    .execute();
  return rows.map(({ bucket, metrics }) => ({
    at_ms: bucket + rollupSteps['10min'] / 2,
    values: Object.fromEntries(
      courseMetrics.flatMap((name) => {
        const stats = metrics[name];
        if (!stats) return [];
        return [[name, Array.isArray(stats) ? stats[1] : codeOf(name, stats)]];
      }),
    ),
  }));
}

/** The code that stands for a bucket: what changes the channel if it lasted, else what lasted longest. */
function codeOf(name: string, seconds: StateStats): number {
  const codes = Object.entries(seconds).map(([code, s]): [number, number] => [Number(code), s]);
  if (name === 'door') return codes.find(([code, s]) => code > 0 && s >= longOpening_s)?.[0] ?? 0;
  if (name.startsWith('defrostState')) return codes.find(([code]) => code >= warms)?.[0] ?? 0;
  return codes.reduce((longest, one) => (one[1] > longest[1] ? one : longest), [0, 0])[0];
}
