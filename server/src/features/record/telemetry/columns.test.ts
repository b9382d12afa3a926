import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isSentMetric, type MetricRow, metricNames, metrics } from '@brina/domain/appliance/metrics';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { readMigrations } from '#core/db/migrate.ts';
import { openDatabase } from '#core/db/open-database.ts';
import { openTestDatabase } from '#core/db/test-database.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { ensurePartitions } from './telemetry.ingest.ts';

it('S3.13 every metric that units send has its column, of the type of its row, and no column is of anything else', async () => {
  await using db = await openTestDatabase();
  const { rows } = await db.read((tx) =>
    sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'telemetry' and column_name not in
        ('appliance', 'at', 'log', 'seq', 'ix', 'received_at', 'flags', 'other', 'clock_shift_ms', 'clock_offset_s')`.execute(
      tx,
    ),
  );
  const columns = Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  const sent = metricNames.filter(isSentMetric);
  assert.deepEqual(columns, Object.fromEntries(sent.map((name) => [name, (metrics[name] as MetricRow).sql])));
});

it('S3.13 months measured before a version keep their samples and take its new metrics', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brina-columns-'));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const migrations = await readMigrations();
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '004_metrics.sql'),
  );
  const [october, november] = [Date.UTC(2026, 9, 31), Date.UTC(2026, 10, 1)];
  const insert = async (db: Db, at_ms: number, seq: number, metric: string, value: number): Promise<void> => {
    await ensurePartitions(db, [at_ms]);
    const at = timestamp(at_ms);
    await sql`
      insert into telemetry (appliance, at, log, seq, ix, received_at, flags, ${sql.ref(metric)})
      values (1, ${at}, 'a', ${seq}, 0, ${at}, 0, ${value})`.execute(db);
  };
  {
    await using old = await openDatabase({ dataDir, clock: stillClock(), migrations: before });
    await old.write((db) => insert(db, october, 1, 'TCell', -20.5));
  }
  await using grown = await openDatabase({ dataDir, clock: stillClock() });
  await grown.write(async (db) => {
    await insert(db, october + 60_000, 2, 'TCellZone2', 3.5);
    await insert(db, november, 3, 'operatingMode', 2);
  });
  const { rows } = await grown.read((db) =>
    sql`
      select seq, tableoid::regclass::text as month, "TCell", "TCellZone2", "operatingMode" from telemetry
      where appliance = 1 order by at`.execute(db),
  );
  const none = { TCell: null, TCellZone2: null, operatingMode: null };
  assert.deepEqual(rows, [
    { ...none, seq: 1, month: 'telemetry_2026_10', TCell: -20.5 },
    { ...none, seq: 2, month: 'telemetry_2026_10', TCellZone2: 3.5 },
    { ...none, seq: 3, month: 'telemetry_2026_11', operatingMode: 2 },
  ]);
});
