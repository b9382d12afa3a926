import assert from 'node:assert/strict';
import { it } from 'node:test';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';
import { sql } from 'kysely';
import { rowsRead, rowsReadByKeptPlan } from './explain.ts';
import { timestamp } from './instants.ts';
import { openTestDatabase } from './test-database.ts';

it('rowsRead counts the rows a query reads, not those it returns', async () => {
  await using database = await openTestDatabase();
  await database.write(async (db) => {
    const rows = Array.from({ length: 500 }, (_, n) => ({ name: `n${n}`, value: n % 2 === 0 ? 'even' : 'odd' }));
    await db.insertInto('setting').values(rows).execute();
    await sql`analyze setting`.execute(db);
  });
  const reads = await database.read(async (db) => {
    const settings = db.selectFrom('setting').select('name');
    return {
      all: await rowsRead(db, settings),
      filtered: await rowsRead(db, settings.where('value', '=', 'odd')),
      byKey: await rowsRead(db, settings.where('name', '=', 'n7')),
      counted: await rowsRead(
        db,
        db.selectFrom('setting').select(({ fn }) => fn.countAll().as('n')),
      ),
    };
  });
  assert.deepEqual(reads, { all: 500, filtered: 500, byKey: 1, counted: 500 });
});

it('a span of rollups is read by the plan that is kept as by one made for it: nothing but its rows, an hour as well as a month', async () => {
  await using database = await openTestDatabase();
  const bucket_ms = 10 * minute_ms;
  const from = Date.UTC(2026, 0, 1);
  await database.write(async (db) => {
    await sql`
      insert into telemetry_10min (appliance, bucket, covered_s, metrics)
      select appliance, ${timestamp(from)}::timestamptz + n * interval '10 minutes', 600, '{}'
      from generate_series(1, 5) appliance, generate_series(0, ${(30 * day_ms) / bucket_ms - 1}::int) n`.execute(db);
    await sql`analyze telemetry_10min`.execute(db);
    for (const span_ms of [hour_ms, 30 * day_ms]) {
      const span = db
        .selectFrom('telemetry_10min')
        .select('bucket')
        .where('appliance', '=', 3)
        .where('bucket', '>=', timestamp(from))
        .where('bucket', '<', timestamp(from + span_ms))
        .orderBy('bucket');
      const rows = span_ms / bucket_ms;
      assert.deepEqual([await rowsRead(db, span), await rowsReadByKeptPlan(db, span)], [rows, rows]);
    }
  });
});
