import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isSentMetric, type MetricRow, metricNames, metrics } from '@brina/domain/metrics';
import { sql } from 'kysely';
import { openTestDatabase } from '#core/db/test-database.ts';

it('S3.13 every metric that units send has its column, of the type of its row, and no column is of anything else', async () => {
  await using db = await openTestDatabase();
  const { rows } = await db.read((tx) =>
    sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'telemetry' and column_name not in
        ('appliance', 'at', 'log', 'seq', 'ix', 'received_at', 'flags', 'other')`.execute(tx),
  );
  const columns = Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  const sent = metricNames.filter(isSentMetric);
  assert.deepEqual(columns, Object.fromEntries(sent.map((name) => [name, (metrics[name] as MetricRow).sql])));
});
