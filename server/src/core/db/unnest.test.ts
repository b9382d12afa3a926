import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { openTestDatabase } from './test-database.ts';
import { type Column, unnestColumns } from './unnest.ts';

describe('unnestColumns', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database[Symbol.asyncDispose]());

  const roundTrip = async (columns: Record<string, Column>): Promise<Record<string, unknown>[]> => {
    const batch = unnestColumns(columns);
    const query = sql<Record<string, unknown>>`select ${batch.names} from ${batch.rows}`;
    return (await database.read((db) => query.execute(db))).rows;
  };

  it('carries every type, its extremes and nulls', async () => {
    const columns = {
      integer: ['integer', [-(2 ** 31), null, 2 ** 31 - 1]],
      smallint: ['smallint', [-32768, null, 32767]],
      bigint: ['bigint', [-9007199254740991, null, 9007199254740991n]],
      TCell: ['real', [-3.3, null, 1e38]],
      double: ['double precision', [0.1, null, -1e300]],
      boolean: ['boolean', [true, null, false]],
      at: ['timestamptz', [-1, null, 1763664243217]],
      until: ['timestamptz', [-Infinity, null, Infinity]],
      text: ['text', ['', null, 'ü"\\{},NULL']],
      uuid: ['uuid', ['01939f3c-0000-7000-8000-00000000000a', null, 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
      bytea: ['bytea', [Buffer.from([]), null, Buffer.from([0, 92, 255])]],
      jsonb: ['jsonb', [[1, 'ü'], null, { a: 'b' }]],
    } satisfies Record<string, Column>;
    const expected = [0, 1, 2].map((row) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, [, values]]) => {
          const value = values[row];
          return [name, typeof value === 'bigint' ? Number(value) : value];
        }),
      ),
    );
    assert.deepEqual(await roundTrip(columns), expected);
  });

  it('refuses a value that its column cannot hold, and columns of different lengths', () => {
    const wrong: Column[] = [
      ['integer', [2 ** 31]],
      ['integer', [1.5]],
      ['smallint', [-32769]],
      ['bigint', [2 ** 53]],
      ['bigint', [2n ** 63n]],
      ['real', [1e39]],
      ['timestamptz', [Number.NaN]],
    ];
    for (const column of wrong) assert.throws(() => unnestColumns({ column }), RangeError);
    assert.throws(() => unnestColumns({ a: ['integer', [1]], b: ['integer', [1, 2]] }), RangeError);
  });

  it('carries an empty batch', async () => {
    assert.deepEqual(await roundTrip({ a: ['integer', []], b: ['text', []] }), []);
  });
});
