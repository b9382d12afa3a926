import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { sql } from 'kysely';
import { stillClock } from '../testing/test-clock.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { makeEmbeddedPlace } from './test-database.ts';

type Worn = { dead: number; analysed: boolean; checkpoint: string };

async function stateOf(database: Database): Promise<Worn | undefined> {
  const query = sql<Worn>`
    select n_dead_tup as dead, last_analyze is not null as analysed,
      (select checkpoint_lsn::text from pg_control_checkpoint()) as checkpoint
    from pg_stat_user_tables where relname = 'worn'`;
  return (await database.read((db) => query.execute(db))).rows[0];
}

/** Has PostgreSQL report its counts at once; by itself it does so once a second. */
const report = (database: Database): Promise<void> => database.upkeep('select pg_stat_force_next_flush()');

it('the embedded database is checkpointed, analysed and vacuumed by schedule', async () => {
  await using place = await makeEmbeddedPlace();
  const clock = stillClock();
  await using database = await openDatabase({ ...place, clock });
  await database.write((db) => sql`create table worn (n integer)`.execute(db));
  await clock.advance(15_000);
  await database.write((db) => sql`insert into worn select n from generate_series(1, 5000) n`.execute(db));
  await database.write((db) => sql`delete from worn where n > 1000`.execute(db));
  await report(database);
  const before = await stateOf(database);
  assert.deepEqual([before?.dead, before?.analysed], [4000, false]);
  await clock.advance(5 * 60_000);
  await report(database);
  const after = await stateOf(database);
  assert.deepEqual([after?.dead, after?.analysed], [0, true]);
  assert.notEqual(after?.checkpoint, before?.checkpoint);
});

it('a row whose long value is written anew all the time takes no more room than between two looks', async () => {
  await using place = await makeEmbeddedPlace();
  const clock = stillClock();
  await using database = await openDatabase({ ...place, clock });
  await database.write((db) => sql`create table long (id integer primary key, value text)`.execute(db));
  await database.write((db) => sql`insert into long values (1, '')`.execute(db));
  const size = async (): Promise<number> => {
    const query = sql<{ bytes: number }>`select pg_total_relation_size('long')::int as bytes`;
    return (await database.read((db) => query.execute(db))).rows[0]?.bytes ?? 0;
  };
  const sizes: number[] = [];
  for (let look = 0; look < 10; look++) {
    // As the states of the alarm rules: some kilobytes that hardly compress, one transaction each.
    for (let n = 0; n < 40; n++) {
      const value = randomBytes(12_000).toString('base64');
      await database.write((db) => sql`update long set value = ${value} where id = 1`.execute(db));
    }
    await report(database);
    await clock.advance(15_000);
    sizes.push(await size());
  }
  const [first = 0] = sizes;
  assert.ok(first > 400_000, 'what is dead takes room until it is found');
  assert.ok((sizes.at(-1) ?? 0) < 3 * first, sizes.join());
});
