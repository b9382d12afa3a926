import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../clock.ts';
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

it('the embedded database is checkpointed, analysed and vacuumed by schedule', async () => {
  await using place = await makeEmbeddedPlace();
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    await using database = await openDatabase({ ...place, clock: systemClock });
    await database.write((db) => sql`create table worn (n integer)`.execute(db));
    const until = async (isReached: (state: Worn) => boolean): Promise<Worn> => {
      for (const deadline = performance.now() + 10_000; performance.now() < deadline; await wait(20)) {
        const state = await stateOf(database);
        if (state && isReached(state)) return state;
      }
      throw new Error(`not reached: ${JSON.stringify(await stateOf(database))}`);
    };
    mock.timers.tick(15_000);
    await database.write((db) => sql`insert into worn select n from generate_series(1, 5000) n`.execute(db));
    await database.write((db) => sql`delete from worn where n > 1000`.execute(db));
    // PostgreSQL reports its counts once a second.
    const before = await until(({ dead }) => dead === 4000);
    assert.equal(before.analysed, false);
    for (let passed_ms = 0; passed_ms < 5 * 60_000; passed_ms += 15_000) {
      mock.timers.tick(15_000);
      await database.ping(5000);
    }
    const after = await until(({ dead, analysed }) => dead === 0 && analysed);
    assert.notEqual(after.checkpoint, before.checkpoint);
  } finally {
    mock.timers.reset();
  }
});
