import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { rowsRead } from './explain.ts';
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
