import { type MetricName, metricNames, metrics, isSentMetric } from '@brina/domain/metrics';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { type Column, unnestColumns } from '#core/db/unnest.ts';
import type { Facts, IngestStep, OffsetFact, Sample } from '#core/ingest/facts.ts';
import type { Unit } from '#core/ingest/unit.ts';
import { bucketOf, rollupSteps } from './parts/buckets.ts';

/** Stores samples, marks the rollups they touch, and follows the clock offset of the units. */
export const storeTelemetry: IngestStep = async (db, facts) => {
  await insertSamples(db, facts.samples);
  await markRollups(db, facts);
  for (const [unit, offsets] of Map.groupBy(facts.offsets, (offset) => offset.unit)) await followOffset(db, unit, offsets);
};

const sent = metricNames.filter(isSentMetric);

/** Inserts samples in one statement; a column is sent only when a sample of the batch has it. */
export async function insertSamples(db: Db, samples: readonly Sample[]): Promise<void> {
  if (samples.length === 0) return;
  await ensurePartitions(db, samples);
  const present = sent.filter((name) => samples.some((sample) => sample.columns[name] !== undefined));
  const columns: Record<string, Column> = {
    appliance: ['integer', samples.map((s) => s.unit.id)],
    at: ['timestamptz', samples.map((s) => s.at_ms)],
    log: ['text', samples.map((s) => s.log)],
    seq: ['bigint', samples.map((s) => s.seq)],
    ix: ['smallint', samples.map((s) => s.ix)],
    received_at: ['timestamptz', samples.map((s) => s.received_ms)],
    flags: ['integer', samples.map((s) => s.flags)],
    other: ['jsonb', samples.map((s) => s.other)],
  };
  for (const name of present) columns[name] = columnOf(name, samples);
  const batch = unnestColumns(columns);
  await sql`insert into telemetry (${batch.names}) select ${batch.names} from ${batch.rows}`.execute(db);
}

const columnOf = (name: MetricName, samples: readonly Sample[]): Column =>
  [metrics[name].sql, samples.map((sample) => sample.columns[name] ?? null)] as Column;

/** Partitions are by month and made before they are needed; there is no default partition to collect what was forgotten. */
async function ensurePartitions(db: Db, samples: readonly Sample[]): Promise<void> {
  for (const month of new Set(samples.map((sample) => new Date(sample.at_ms).toISOString().slice(0, 7)))) {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const name = `telemetry_${year}_${String(number).padStart(2, '0')}`;
    const known = await sql<{ found: string | null }>`select to_regclass(${name})::text as found`.execute(db);
    if (known.rows[0]?.found) continue;
    const from = new Date(Date.UTC(year, number - 1)).toISOString();
    const to = new Date(Date.UTC(year, number)).toISOString();
    await sql`create table if not exists ${sql.table(name)} partition of telemetry
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(db);
  }
}

/** Only closed buckets become dirty, five minutes after their end; the open one is read from raw samples (design 7). */
async function markRollups(db: Db, { samples, now_ms }: Facts): Promise<void> {
  const touched = new Map(
    samples.map((sample) => {
      const bucket = bucketOf(sample.at_ms, rollupSteps['10min']);
      return [`${sample.unit.id} ${bucket}`, { appliance: sample.unit.id, bucket }];
    }),
  );
  if (touched.size === 0) return;
  const rows = [...touched.values()];
  const batch = unnestColumns({
    appliance: ['integer', rows.map((row) => row.appliance)],
    bucket: ['timestamptz', rows.map((row) => row.bucket)],
    due_at: ['timestamptz', rows.map((row) => Math.max(now_ms, row.bucket + rollupSteps['10min']) + settle_ms)],
  });
  await sql`insert into rollup_due (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(db);
}

/** Late samples of the same ten minutes mostly arrive within this. */
const settle_ms = 5 * 60_000;

/** An offset that stays within a second is one stretch. */
const sameOffset_ms = 1000;
/** A stretch is lengthened at most this often: its end is evidence, not a clock. */
const lengthenEvery_ms = 5 * 60_000;

/** Keeps receipt minus sending per stretch of time (design 6, order and time). */
async function followOffset(db: Db, unit: Unit, offsets: readonly OffsetFact[]): Promise<void> {
  const last = await db
    .selectFrom('clock_offset')
    .selectAll()
    .where('appliance', '=', unit.id)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Within a batch the smallest is the truest: the others waited in a queue.
  const { at_ms, offset_ms } = offsets.reduce((least, one) => (Math.abs(one.offset_ms) < Math.abs(least.offset_ms) ? one : least));
  if (last && at_ms <= last.from_at) return;
  if (last && Math.abs(last.offset_ms - offset_ms) <= sameOffset_ms) {
    if (at_ms - last.to_at < lengthenEvery_ms) return;
    await db
      .updateTable('clock_offset')
      .set({ to_at: timestamp(at_ms) })
      .where('appliance', '=', unit.id)
      .where('from_at', '=', timestamp(last.from_at))
      .execute();
    return;
  }
  await db
    .insertInto('clock_offset')
    .values({ appliance: unit.id, from_at: timestamp(at_ms), to_at: timestamp(at_ms), offset_ms: Math.round(offset_ms) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
