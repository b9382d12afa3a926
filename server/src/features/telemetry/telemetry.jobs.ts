import { isSentMetric, metricNames, metrics, type MetricRow } from '@brina/domain/metrics';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { bucketOf, rollupSteps } from './parts/buckets.ts';
import { type Bucket, type BucketMetrics, mergeBuckets, type RawSample, rollUp, speaksFor_ms } from './parts/rollup.ts';

/** Buckets of one appliance rolled up in one round: a day, so that a round stays short. */
const bucketsPerRound = 144;

const rolled = metricNames.filter((name) => isSentMetric(name) && (metrics[name] as MetricRow).hour !== null);

/**
 * Rolls up the ten-minute buckets that are due, of one appliance, and the hours they belong to.
 * @returns whether there was anything to do
 */
export async function rollUpDue({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return db.write(async (tx) => {
    const first = await tx
      .selectFrom('rollup_due')
      .select('appliance')
      .where('due_at', '<=', timestamp(clock.now()))
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!first) return false;
    const { rows } = await sql<{ bucket: number }>`
      delete from rollup_due where appliance = ${first.appliance} and bucket in (
        select bucket from rollup_due where appliance = ${first.appliance} and due_at <= ${timestamp(clock.now())}
        order by bucket limit ${bucketsPerRound})
      returning bucket`.execute(tx);
    const buckets = rows.map((row) => row.bucket).sort((a, b) => a - b);
    await rollUpBuckets(tx, first.appliance, buckets);
    return true;
  });
}

async function rollUpBuckets(db: Db, appliance: number, buckets: readonly number[]): Promise<void> {
  const step_ms = rollupSteps['10min'];
  const rolledUp: { bucket: number; result: Bucket }[] = [];
  for (const [from_ms, to_ms] of runsOf(buckets, step_ms)) {
    const samples = await readSamples(db, appliance, from_ms - speaksFor_ms, to_ms + speaksFor_ms);
    for (let bucket = from_ms; bucket < to_ms; bucket += step_ms) {
      const around = samples.filter((one) => one.at >= bucket - speaksFor_ms && one.at < bucket + step_ms + speaksFor_ms);
      rolledUp.push({ bucket, result: rollUp(around, bucket, bucket + step_ms) });
    }
  }
  await writeBuckets(db, 'telemetry_10min', appliance, rolledUp);
  const hours = [...new Set(buckets.map((bucket) => bucketOf(bucket, rollupSteps.hour)))];
  const merged: typeof rolledUp = [];
  for (const hour of hours) {
    const parts = await db
      .selectFrom('telemetry_10min')
      .select(['covered_s', 'metrics'])
      .where('appliance', '=', appliance)
      .where('bucket', '>=', timestamp(hour))
      .where('bucket', '<', timestamp(hour + rollupSteps.hour))
      .orderBy('bucket')
      .execute();
    merged.push({ bucket: hour, result: mergeBuckets(parts.map((part) => ({ ...part, metrics: part.metrics as BucketMetrics }))) });
  }
  await writeBuckets(db, 'telemetry_hour', appliance, merged);
}

/** Neighbouring buckets as runs, so that each run is one read. */
function runsOf(buckets: readonly number[], step_ms: number): [from_ms: number, to_ms: number][] {
  const runs: [number, number][] = [];
  for (const bucket of buckets) {
    const last = runs.at(-1);
    if (last && last[1] === bucket) last[1] = bucket + step_ms;
    else runs.push([bucket, bucket + step_ms]);
  }
  return runs;
}

async function readSamples(db: Db, appliance: number, from_ms: number, to_ms: number): Promise<RawSample[]> {
  const { rows } = await sql<RawSample>`
    select at, ${sql.join(rolled.map((name) => sql.ref(name)))} from telemetry
    where appliance = ${appliance} and at >= ${timestamp(from_ms)} and at < ${timestamp(to_ms)}
    order by at, log, seq, ix`.execute(db);
  return rows;
}

async function writeBuckets(
  db: Db,
  table: 'telemetry_10min' | 'telemetry_hour',
  appliance: number,
  buckets: readonly { bucket: number; result: Bucket }[],
): Promise<void> {
  if (buckets.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', buckets.map(() => appliance)],
    bucket: ['timestamptz', buckets.map(({ bucket }) => bucket)],
    covered_s: ['integer', buckets.map(({ result }) => result.covered_s)],
    metrics: ['jsonb', buckets.map(({ result }) => result.metrics)],
  });
  await sql`
    insert into ${sql.table(table)} (${batch.names}) select ${batch.names} from ${batch.rows}
    on conflict (appliance, bucket) do update set covered_s = excluded.covered_s, metrics = excluded.metrics`.execute(db);
}
