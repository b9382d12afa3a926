import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { fixedStatement } from './fixed-statement.ts';
import { openTestDatabase } from './test-database.ts';

it('a fixed statement is built once, and each run has its own values beside those that never change', async () => {
  await using database = await openTestDatabase();
  let built = 0;
  const settingNamed = fixedStatement(['first', 'second'], (db, { first, second }) => {
    built += 1;
    return db
      .selectFrom('setting')
      .select(['name', 'value', sql<string>`${second}::text`.as('second')])
      .where('value', '<>', 'hidden')
      .where('name', 'in', [second, first, second])
      .orderBy('name');
  });
  await database.write((db) =>
    db
      .insertInto('setting')
      .values(['a', 'b', 'c', 'd'].map((name) => ({ name, value: name === 'd' ? 'hidden' : `of ${name}` })))
      .execute(),
  );
  const asked = (first: string, second: string) => database.read((db) => settingNamed(db, { first, second }));
  // Together: no run sees the values of another.
  const [ab, ca, dd] = await Promise.all([asked('a', 'b'), asked('c', 'a'), asked('d', 'd')]);
  assert.deepEqual(ab, [
    { name: 'a', value: 'of a', second: 'b' },
    { name: 'b', value: 'of b', second: 'b' },
  ]);
  assert.deepEqual(ca, [
    { name: 'a', value: 'of a', second: 'a' },
    { name: 'c', value: 'of c', second: 'a' },
  ]);
  assert.deepEqual(dd, []);
  assert.equal(built, 1);
});
