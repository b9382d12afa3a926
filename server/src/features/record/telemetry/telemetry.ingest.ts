import { limits } from '@brina/contract/devices';
import { isSentMetric, type MetricName, metricNames, metrics } from '@brina/domain/appliance/metrics';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { handedOver } from '#core/db/handed-over.ts';
import { locks } from '#core/db/locks.ts';
import { type Column, unnestColumns } from '#core/db/unnest.ts';
import type { Facts, IngestStep, OffsetFact, Sample } from '#core/ingest/facts.ts';
import { bucketOf, rollupSteps } from './parts/buckets.ts';
import { speaksFor_ms } from './parts/rollup.ts';

/** Stores samples, marks the rollups they touch, and follows the clock offset of the units. */
export const storeTelemetry: IngestStep = async (db, facts) => {
  await Promise.all([insertSamples(db, facts.samples), markRollups(db, facts), followOffsets(db, facts.offsets)]);
};

const sent = metricNames.filter(isSentMetric);

/** Samples of one statement: their columns are put together while the database stores those before them. */
const samplesOfPiece_max = 250;

async function insertSamples(db: Db, samples: readonly Sample[]): Promise<void> {
  const refused = await insertPieces(db, samples);
  if (refused.length === 0) return;
  await ensurePartitions(
    db,
    refused.map(({ at_ms }) => at_ms),
  );
  const lost = await insertPieces(db, refused);
  if (lost.length > 0) throw new Error(`${lost.length} samples have no partition, though it was made`);
}

/** @returns the samples of pieces that were not stored, since a month of theirs has no partition yet */
async function insertPieces(db: Db, samples: readonly Sample[]): Promise<readonly Sample[]> {
  const pieces = Array.from({ length: Math.ceil(samples.length / samplesOfPiece_max) }, (_, nth) =>
    samples.slice(nth * samplesOfPiece_max, (nth + 1) * samplesOfPiece_max),
  );
  const refused = await Promise.all(
    pieces.map(async (piece, nth) => {
      // Each waits for what the other steps send, and for every piece before it. All are begun here, so that none fails unheard.
      const turns = pieces.length > 1 ? nth + 1 : 0;
      for (let turn = 0; turn < turns; turn++) await handedOver();
      return (await insertPiece(db, piece)) ? [] : piece;
    }),
  );
  return refused.flat();
}

/**
 * Inserts samples in one statement; a column is sent only when one of them has it.
 * @returns whether they were: all of them or none
 */
async function insertPiece(db: Db, samples: readonly Sample[]): Promise<boolean> {
  const named = new Set<string>();
  for (const { columns } of samples) for (const name in columns) named.add(name);
  const present = sent.filter((name) => named.has(name));
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
  if (samples.some((s) => s.clockShift_ms !== null))
    columns['clock_shift_ms'] = ['bigint', samples.map((s) => s.clockShift_ms)];
  if (samples.some((s) => s.clockOffset_s !== null))
    columns['clock_offset_s'] = ['integer', samples.map((s) => s.clockOffset_s)];
  for (const name of present) columns[name] = columnOf(name, samples);
  const batch = unnestColumns(columns);
  // That a month has no partition yet is seen by this statement itself, and not asked before each.
  const { numAffectedRows } = await sql`
    insert into telemetry (${batch.names}) select ${batch.names} from ${batch.rows}
    where not exists (${monthsWithout(samples.map(({ at_ms }) => at_ms))})`.execute(db);
  return numAffectedRows === BigInt(samples.length);
}

const columnOf = (name: MetricName, samples: readonly Sample[]): Column =>
  [metrics[name].sql, samples.map((sample) => sample.columns[name] ?? null)] as Column;

/**
 * Makes the partitions of these moments, epoch ms, that are not there yet. They are by month and made before they are needed;
 * there is no default partition to collect what was forgotten.
 */
export async function ensurePartitions(db: Db, moments: readonly number[]): Promise<void> {
  const { rows } = await sql<{ month: string }>`${monthsWithout(moments)}`.execute(db);
  for (const { month } of rows) await makePartition(db, month);
}

/** The months of these moments that have no partition. */
const monthsWithout = (moments: readonly number[]): RawBuilder<unknown> => sql`
  select month from unnest(${monthsOf(moments)}::text[]) as m (month)
  where to_regclass('telemetry_' || month) is null`;

const monthsOf = (moments: readonly number[]): string[] => {
  // Few days, of many moments, are few dates to be written.
  const days = new Set(moments.map((at_ms) => Math.floor(at_ms / day_ms) * day_ms));
  return [...new Set([...days].map(monthOf))];
};

/** `2025_11`, in UTC. */
export const monthOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 7).replace('-', '_');

async function makePartition(db: Db, month: string): Promise<void> {
  const [year = 0, number = 0] = month.split('_').map(Number);
  const partition = sql.table(`telemetry_${month}`);
  const from = sql.lit(new Date(Date.UTC(year, number - 1)).toISOString());
  const to = sql.lit(new Date(Date.UTC(year, number)).toISOString());
  await sql`select pg_advisory_xact_lock(${locks.partition})`.execute(db);
  const { rows } = await sql<{
    made: boolean;
  }>`select to_regclass(${`telemetry_${month}`}) is not null as made`.execute(db);
  if (rows[0]?.made) return;
  // Attached instead of made as a partition: that locks out nobody who reads or writes the other months.
  await sql`create table ${partition} (like telemetry including defaults including constraints)`.execute(db);
  await sql`alter table telemetry attach partition ${partition} for values from (${from}) to (${to})`.execute(db);
}

/** Only closed buckets become dirty, five minutes after their end; the open one is read from raw samples (docs/ARCHITECTURE.md, data). */
async function markRollups(db: Db, { samples, now_ms }: Facts): Promise<void> {
  const step_ms = rollupSteps['10min'];
  const touched = new Map<number, Set<number>>();
  for (const { unit, at_ms } of samples) {
    const buckets = touched.get(unit.id) ?? new Set();
    touched.set(unit.id, buckets);
    // A sample speaks for a while, perhaps into the next bucket.
    buckets.add(bucketOf(at_ms, step_ms)).add(bucketOf(at_ms + speaksFor_ms, step_ms));
  }
  const rows = [...touched].flatMap(([appliance, buckets]) => [...buckets].map((bucket) => ({ appliance, bucket })));
  if (rows.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', rows.map((row) => row.appliance)],
    bucket: ['timestamptz', rows.map((row) => row.bucket)],
    due_at: ['timestamptz', rows.map(({ bucket }) => Math.max(now_ms + settled_ms, bucket + step_ms + closed_ms))],
  });
  await sql`
    insert into rollup_due (${batch.names}) select ${batch.names} from ${batch.rows} on conflict do nothing`.execute(
    db,
  );
}

/** A bucket is closed this long after its end: samples that were on their way have arrived. */
const closed_ms = 5 * minute_ms;
/** What comes later mostly comes together: a backlog's samples of one bucket within this. */
const settled_ms = 10_000;
/** A bucket is due no later than this: the last one for which something measured now speaks. */
export const rollupAhead_ms = limits.ahead_ms + speaksFor_ms + rollupSteps['10min'] + closed_ms;

/** An offset that stays within a second is one stretch. */
const sameOffset_ms = 1000;
/** A stretch is lengthened at most this often: its end is evidence, not a clock. */
const lengthenEvery_ms = 5 * minute_ms;

type Stretch = { appliance: number; from_at: number; to_at: number; offset_ms: number };

/** Keeps receipt minus sending per stretch of time, by receipt (docs/DEVICE-PROTOCOL.md, order and time). */
async function followOffsets(db: Db, offsets: readonly OffsetFact[]): Promise<void> {
  if (offsets.length === 0) return;
  const measured = new Map<number, Stretch>();
  for (const { unit, received_ms, offset_ms } of offsets) {
    const known = measured.get(unit.id);
    // A message may have waited on its way, which only adds: the smallest of a batch is the truest.
    if (known && known.offset_ms <= offset_ms) continue;
    measured.set(unit.id, { appliance: unit.id, from_at: received_ms, to_at: received_ms, offset_ms });
  }
  const heard = unnestColumns({
    appliance: ['integer', [...measured.keys()]],
    at: ['timestamptz', Array.from(measured.values(), ({ from_at }) => from_at)],
  });
  const { rows } = await sql<Stretch>`
    select s.* from ${heard.rows}
    cross join lateral (
      -- What was noted while our own clock was ahead is not the present.
      select appliance, from_at, to_at, offset_ms from clock_offset o
      where o.appliance = batch.appliance and o.from_at <= batch.at
      order by from_at desc limit 1) s`.execute(db);
  const last = new Map(rows.map((row) => [row.appliance, row]));
  const changed = [...measured.values()].flatMap((now): Stretch[] => {
    const before = last.get(now.appliance);
    if (!before) return [now];
    if (Math.abs(before.offset_ms - now.offset_ms) > sameOffset_ms) return now.from_at > before.from_at ? [now] : [];
    return now.to_at - before.to_at >= lengthenEvery_ms ? [{ ...before, to_at: now.to_at }] : [];
  });
  if (changed.length === 0) return;
  const batch = unnestColumns({
    appliance: ['integer', changed.map((one) => one.appliance)],
    from_at: ['timestamptz', changed.map((one) => one.from_at)],
    to_at: ['timestamptz', changed.map((one) => one.to_at)],
    offset_ms: ['bigint', changed.map((one) => one.offset_ms)],
  });
  await sql`
    insert into clock_offset (${batch.names}) select ${batch.names} from ${batch.rows}
    on conflict (appliance, from_at) do update set to_at = excluded.to_at`.execute(db);
}
