import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { timestamp } from './instants.ts';
import { jsonb } from './jsonb.ts';
import { openTestDatabase } from './test-database.ts';

describe('values of the database', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database[Symbol.asyncDispose]());

  const read = async (expression: RawBuilder<unknown>): Promise<unknown> => {
    const query = sql<{ value: unknown }>`select ${expression} as value`;
    return (await database.read((db) => query.execute(db))).rows[0]?.value;
  };

  const values: [sql: RawBuilder<unknown>, value: unknown][] = [
    [sql`9007199254740991::int8`, 9007199254740991],
    [sql`count(*)`, 1],
    [sql`array[1, null, -3]::int8[]`, [1, null, -3]],
    [sql`1.50::numeric`, '1.50'],
    [sql`array[1.50, null]::numeric[]`, ['1.50', null]],
    [sql`(-3.3)::real`, -3.3],
    [sql`array[-3.3, null]::real[]`, [-3.3, null]],
    [sql`'2025-11-20 18:44:03.217+00'::timestamptz`, 1763664243217],
    [sql`'2025-11-20 19:44:03.217999+01'::timestamptz`, 1763664243217],
    [sql`'1969-12-31 23:59:59.5Z'::timestamptz`, -500],
    [sql`'infinity'::timestamptz`, Infinity],
    [sql`array['1970-01-01 00:00:01Z', null]::timestamptz[]`, [1000, null]],
    [sql`'2024-02-29'::date`, '2024-02-29'],
    [sql`array['2024-02-29', null]::date[]`, ['2024-02-29', null]],
    [sql`'{[1,5),[7,9)}'::int8multirange`, '{[1,5),[7,9)}'],
    [sql`'{"a": [1, null, "ü"]}'::jsonb`, { a: [1, null, 'ü'] }],
    [sql`'\\x00ff'::bytea`, Buffer.from([0, 255])],
    [sql`array['a,b', null, '"\\', '']`, ['a,b', null, '"\\', '']],
    [sql`'01939f3c-0000-7000-8000-000000000001'::uuid`, '01939f3c-0000-7000-8000-000000000001'],
    [sql`true`, true],
  ];
  it('become the JavaScript values the server works with', async () => {
    for (const [expression, value] of values) assert.deepEqual(await read(expression), value);
  });

  it('fail rather than lose digits', async () => {
    await assert.rejects(read(sql`9007199254740992::int8`), /does not fit a number/);
    await assert.rejects(read(sql`array[-9007199254740992]::int8[]`), /does not fit a number/);
  });

  it('go in as they come out', async () => {
    const parameters: [sql: RawBuilder<unknown>, value: unknown][] = [
      [timestamp(1763664243217), 1763664243217],
      [timestamp(-500), -500],
      [timestamp(Infinity), Infinity],
      [timestamp(null), null],
      [jsonb([1, 'two', { three: null }]), [1, 'two', { three: null }]],
      [jsonb('text'), 'text'],
      [sql`${Buffer.from([0, 255])}::bytea`, Buffer.from([0, 255])],
      [sql`${[1, null, 3]}::integer[]`, [1, null, 3]],
      [sql`${[9007199254740991, null]}::int8[]`, [9007199254740991, null]],
      [sql`${[-3.3, null]}::float4[]`, [-3.3, null]],
      [sql`${['a,b', null, '"\\', '']}::text[]`, ['a,b', null, '"\\', '']],
      [sql`${[]}::integer[]`, []],
    ];
    for (const [expression, value] of parameters) assert.deepEqual(await read(expression), value);
  });
});
