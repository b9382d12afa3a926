import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { sql } from 'kysely';
import { describeSchema } from './schema.ts';
import { openTestDatabase } from './test-database.ts';

it('the schema that the migrations make is the one written in schema.sql', async () => {
  await using database = await openTestDatabase();
  const written = (await readFile(new URL('./schema.sql', import.meta.url), 'utf8')).split('\n');
  // Ingestion makes partitions as it needs them.
  const partition = sql`create table telemetry_2025_01 partition of telemetry for values from ('2025-01-01') to ('2025-02-01')`;
  await database.write((db) => partition.execute(db));
  const made = (await database.read(describeSchema)).split('\n');
  const first = made.findIndex((line, index) => line !== written[index]);
  const around = (lines: readonly string[]) => lines.slice(Math.max(0, first - 1), first + 2).join('\n');
  // Only where they part: the whole would be thirty kilobytes.
  if (first >= 0 || made.length !== written.length)
    assert.fail(
      `npm run schema writes it anew. Made:\n${around(made)}\nwritten, line ${first + 1}:\n${around(written)}`,
    );
});
