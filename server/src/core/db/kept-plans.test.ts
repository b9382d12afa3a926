import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { stillClock } from '../testing/test-clock.ts';
import type { Database, Db } from './database.ts';
import { planKept, plansOfSession_max } from './kept-plans.ts';
import { openDatabase } from './open-database.ts';
import { makeTestPlace, openTestDatabase, type TestPlace } from './test-database.ts';

const settings = (db: Db) => db.selectFrom('setting').selectAll().orderBy('name').execute();
/** The statements that the session of a handle has prepared. */
const preparedIn = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
};

describe('plans that are kept', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
    await database.write((db) => db.insertInto('setting').values({ name: 'a', value: 'v' }).execute());
  });
  after(() => database[Symbol.asyncDispose]());

  it('are those of what the query builder reads, and of nothing written by hand', async () => {
    const prepared = await database.read(async (db) => {
      await settings(db);
      await sql`select 1 as one`.execute(db);
      return preparedIn(db);
    });
    assert.ok(prepared.some((statement) => statement.includes('from "setting"')));
    assert.ok(
      !prepared.some((statement) => statement.includes('as one')),
      'a range of telemetry is planned for its values',
    );
  });

  it('are those of what says so where something is written, through a migration too', async () => {
    const write = (value: string): Promise<string[]> =>
      database.write(async (db) => {
        await sql`update setting set value = ${value} where name = 'a' ${planKept}`.execute(db);
        await db.updateTable('setting').set({ value }).where('name', '=', 'none').execute();
        return preparedIn(db);
      });
    const updates = (await write('w')).filter((statement) => statement.startsWith('update'));
    assert.deepEqual(
      updates.map((statement) => statement.includes('plan kept')),
      [true],
    );
    await database.upkeep('alter table setting alter column value type varchar(20)');
    await write('x');
    await database.upkeep('alter table setting alter column value type text');
    await write('v');
    assert.deepEqual(await database.read(settings), [{ name: 'a', value: 'v' }]);
  });

  it('never fail because a migration came between: what is read has the new column', async () => {
    // On PostgreSQL in several sessions at once, of which each has a plan of its own.
    const read = () => Promise.all(Array.from({ length: 6 }, () => database.read(settings)));
    await read();
    await database.upkeep('alter table setting add column later text');
    for (const rows of await read()) assert.deepEqual(rows, [{ name: 'a', value: 'v', later: null }]);
    await database.upkeep('alter table setting drop column later');
    for (const rows of await read()) assert.deepEqual(rows, [{ name: 'a', value: 'v' }]);
  });

  it('are bounded in number, and come back for what is still asked', async () => {
    const different = (db: Db, n: number) =>
      db
        .selectFrom('setting')
        .select(sql<number>`${sql.lit(n)}`.as('n'))
        .executeTakeFirst();
    const counts: number[] = [];
    for (let round = 0; round < 3; round++)
      await database.read(async (db) => {
        for (let n = 0; n < plansOfSession_max; n++)
          assert.equal((await different(db, round * 1000 + n))?.n, round * 1000 + n);
        await settings(db);
        counts.push((await preparedIn(db)).length);
      });
    assert.ok(Math.max(...counts) <= plansOfSession_max, `${counts}`);
    const again = await database.read(async (db) => {
      await settings(db);
      return preparedIn(db);
    });
    assert.ok(again.length < 10, `${again.length} after the session was cleared`);
  });
});

describe('PostgreSQL behind a pooler', () => {
  let place: TestPlace;
  before(async () => {
    place = await makeTestPlace();
  });
  after(() => place[Symbol.asyncDispose]());

  it('is sent no prepared statements when that is switched off', async () => {
    await using database = await openDatabase({ ...place, keepsPlans: false, clock: stillClock() });
    const prepared = await database.read(async (db) => {
      await settings(db);
      return preparedIn(db);
    });
    // The embedded database has no pooler before it.
    assert.equal(prepared.length, database.kind === 'postgres' ? 0 : 1);
  });
});
