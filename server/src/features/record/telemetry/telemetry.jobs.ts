import type { SampledMetricName } from '@brina/domain/appliance/metrics';
import { sql } from 'kysely';
import type { Clock } from '#core/clock.ts';
import { asText, numbersOf } from '#core/db/as-text.ts';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { telemetryKeptFrom } from '#core/retention.ts';
import { bucketOf, rollupSteps, runsOf } from './parts/buckets.ts';
import {
  type Bucket,
  type BucketMetrics,
  lookBack_ms,
  mergeBuckets,
  type RawSample,
  rolledMetrics,
  rollUp,
} from './parts/rollup.ts';
import { valueOf } from './parts/values.ts';
import { monthOf } from './telemetry.ingest.ts';

/** Buckets of one appliance rolled up in one round: six hours, so that a round stays short. */
const bucketsPerRound = 36;

/**
 * Rolls up the ten-minute buckets that are due, of one appliance, and the hours they belong to.
 * @returns whether there was anything to do
 */
export async function rollUpDue({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  const now = timestamp(clock.now());
  return db.write(async (tx) => {
    const first = await tx
      .selectFrom('rollup_due')
      .select('appliance')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!first) return false;
    const { appliance } = first;
    // Ingestion holds this row while it stores samples: what it marks after us is due again, what before us is seen here.
    await tx.selectFrom('live_state').select('appliance').where('appliance', '=', appliance).forUpdate().execute();
    const rows = await tx
      .deleteFrom('rollup_due')
      .where('appliance', '=', appliance)
      .where('bucket', 'in', ({ selectFrom }) =>
        selectFrom('rollup_due')
          .select('bucket')
          .where('appliance', '=', appliance)
          .where('due_at', '<=', now)
          .orderBy('bucket')
          .limit(bucketsPerRound),
      )
      .returning('bucket')
      .execute();
    await rollUpBuckets(
      tx,
      appliance,
      rows.map((row) => row.bucket).sort((a, b) => a - b),
    );
    return true;
  });
}

type RolledUp = { bucket: number; result: Bucket };

async function rollUpBuckets(db: Db, appliance: number, buckets: readonly number[]): Promise<void> {
  const step_ms = rollupSteps['10min'];
  const rolledUp: RolledUp[] = [];
  // A run is one read.
  for (const { from, to } of runsOf(buckets, step_ms)) {
    const samples = await readSamples(db, appliance, from - lookBack_ms, to);
    for (let bucket = from; bucket < to; bucket += step_ms) {
      const around = samples.filter(({ at }) => at >= bucket - lookBack_ms && at < bucket + step_ms);
      rolledUp.push({ bucket, result: rollUp(around, bucket, bucket + step_ms) });
    }
  }
  await writeBuckets(db, 'telemetry_10min', appliance, rolledUp);
  const hours = [...new Set(buckets.map((bucket) => bucketOf(bucket, rollupSteps.hour)))];
  await writeBuckets(db, 'telemetry_hour', appliance, await mergeHours(db, appliance, hours));
}

async function mergeHours(db: Db, appliance: number, hours: readonly number[]): Promise<RolledUp[]> {
  const { rows } = await sql<{ bucket: number; covered_s: number; metrics: BucketMetrics }>`
    select t.bucket, t.covered_s, t.metrics
    from unnest(${hours.map((hour) => new Date(hour).toISOString())}::timestamptz[]) as h (hour)
    join telemetry_10min t on t.appliance = ${appliance} and t.bucket >= hour and t.bucket < hour + interval '1 hour'
    order by t.bucket`.execute(db);
  const byHour = Map.groupBy(rows, (row) => bucketOf(row.bucket, rollupSteps.hour));
  return [...byHour].map(([bucket, parts]) => ({ bucket, result: mergeBuckets(parts) }));
}

async function readSamples(db: Db, appliance: number, from_ms: number, to_ms: number): Promise<RawSample[]> {
  const rows = await db
    .selectFrom('telemetry')
    .select(['at', asText(rolledMetrics.map(valueOf)).as('numbers')])
    .where('appliance', '=', appliance)
    .where('at', '>=', timestamp(from_ms))
    .where('at', '<', timestamp(to_ms))
    .orderBy('at')
    .orderBy('log')
    .orderBy('seq')
    .orderBy('ix')
    .execute();
  return rows.map(({ at, numbers }) => {
    const values: { [M in SampledMetricName]?: number } = {};
    for (const [index, value] of numbersOf(numbers).entries()) {
      const name = rolledMetrics[index];
      if (name !== undefined && value !== null) values[name] = value;
    }
    return { at, ...values };
  });
}

async function writeBuckets(
  db: Db,
  table: 'telemetry_10min' | 'telemetry_hour',
  appliance: number,
  buckets: readonly RolledUp[],
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
    on conflict (appliance, bucket) do update set covered_s = excluded.covered_s, metrics = excluded.metrics`.execute(
    db,
  );
}

/**
 * Drops the months of telemetry that are wholly older than it is kept: for the moment of it nobody reads or writes any. HACCP
 * records contain their samples and stay.
 */
export async function dropOldTelemetry(db: Db, now: number): Promise<void> {
  const keptFrom = telemetryKeptFrom(now);
  const { rows } = await sql<{ partition: string }>`
    select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'telemetry'::regclass and c.relname < ${`telemetry_${monthOf(keptFrom)}`}`.execute(db);
  for (const { partition } of rows) await sql`drop table ${sql.table(partition)}`.execute(db);
}
