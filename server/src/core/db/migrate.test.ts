import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { stillClock } from '../testing/test-clock.ts';
import type { Database } from './database.ts';
import { DatabaseFault } from './database-errors.ts';
import { checksumOf, type Migration, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { makeTestPlace, type TestPlace } from './test-database.ts';

/** Migrations that databases out there have run, with the beginnings of their checksums. */
const landed = {
  '001_initial.sql': '54c4c18598bf6b08',
  '002_people.sql': '07516fb7d6c494a8',
  '003_fleet.sql': '241b25a461b66922',
  '004_metrics.sql': 'd21584b77fcb0b42',
  '005_alarms.sql': '1032fc4ef03855f3',
};

describe('migrations', () => {
  it('that have landed stay as they are, comments too: a database that ran them refuses to open with others', async () => {
    const now = (await readMigrations()).map((one) => [one.name, checksumOf([one]).slice(0, 16)]);
    assert.deepEqual(Object.fromEntries(now.slice(0, Object.keys(landed).length)), landed);
  });

  const own = async (): Promise<Migration[]> => {
    const migrations = await readMigrations();
    const number = migrations.length + 1;
    const name = `${String(number).padStart(3, '0')}_test.sql`;
    return [...migrations, { number, name, sql: 'create table grown (id integer); insert into grown values (1);' }];
  };
  const open = (place: TestPlace, migrations: readonly Migration[]): Promise<Database> =>
    openDatabase({ ...place, clock: stillClock(), migrations });

  it('run once each, in order', async () => {
    await using place = await makeTestPlace();
    const migrations = await own();
    for (let start = 1; start <= 2; start++) {
      await using database = await open(place, migrations);
      const { rows } = await database.read((db) => sql`select id from grown`.execute(db));
      assert.equal(rows.length, 1);
      const applied = sql<{ name: string }>`select name from migration order by number`;
      const names = (await database.read((db) => applied.execute(db))).rows.map(({ name }) => name);
      assert.deepEqual(
        names,
        migrations.map(({ name }) => name),
      );
    }
  });

  it('leave nothing behind when one fails, and say which', async () => {
    await using place = await makeTestPlace();
    const migrations = await own();
    const broken = migrations.with(-1, {
      number: migrations.length,
      name: '999_broken.sql',
      sql: 'create table grown (id integer); select nonsense;',
    });
    await assert.rejects(open(place, broken), (error) => {
      assert.ok(error instanceof DatabaseFault);
      assert.match(error.message, /999_broken\.sql failed: column "nonsense" does not exist/);
      return true;
    });
    await using _database = await open(place, migrations);
  });

  it('may not change after they ran', async () => {
    await using place = await makeTestPlace();
    const migrations = await own();
    await (await open(place, migrations))[Symbol.asyncDispose]();
    const last = migrations.at(-1);
    assert.ok(last);
    const sameInWindows = { ...last, sql: last.sql.replaceAll('\n', '\r\n') };
    await (await open(place, migrations.with(-1, sameInWindows)))[Symbol.asyncDispose]();
    const changed = migrations.with(-1, { ...last, sql: `${last.sql} select 1` });
    await assert.rejects(open(place, changed), {
      name: 'DatabaseFault',
      message: /_test\.sql was changed after it had run/,
    });
    await assert.rejects(open(place, migrations.slice(0, -1)), { message: /made by a newer version/ });
  });

  it('run once when two servers start together', { skip: !process.env.BRINA_TEST_POSTGRES_URL }, async () => {
    await using place = await makeTestPlace();
    const migrations = await own();
    const databases = await Promise.all([open(place, migrations), open(place, migrations)]);
    for (const database of databases) await database[Symbol.asyncDispose]();
  });
});
