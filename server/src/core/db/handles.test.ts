import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { stillClock } from '../testing/test-clock.ts';
import type { Database, Db } from './database.ts';
import { HandleEnded, HandleIdle, NestedHandleError, StatementTimeout, TransactionAborted } from './database-errors.ts';
import { openDatabase } from './open-database.ts';
import { makeTestPlace, openTestDatabase, type TestPlace } from './test-database.ts';

describe('database handles', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database[Symbol.asyncDispose]());

  const insert = (db: Db, name: string): Promise<unknown> =>
    db.insertInto('setting').values({ name, value: 'v' }).execute();
  const valueOf = (name: string): Promise<string | undefined> =>
    database.read(async (db) => {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value;
    });

  it('of statements sent together the one that failed says why, whoever is told first', async () => {
    for (const delayed of [0, 1, 2, 3]) {
      const failing = database.ingest(async (db) => {
        await sql`select 1`.execute(db);
        const later = async (): Promise<unknown> => {
          // Deeper in promises, so that it would be heard later.
          const result = sql`select 1 / ${0}::int`.execute(db);
          return delayed > 0 ? result.then((rows) => rows).finally(() => undefined) : result;
        };
        await Promise.all([later(), ...Array.from({ length: delayed + 1 }, () => sql`select 2`.execute(db))]);
      });
      await assert.rejects(failing, { code: '22012' });
    }
  });

  it('commit what the callback did and return what it returned', async () => {
    const result = await database.write(async (db) => {
      await insert(db, 'committed');
      return 'done';
    });
    assert.equal(result, 'done');
    assert.equal(await valueOf('committed'), 'v');
  });

  it('count the rows a statement changed', async () => {
    const changed = await database.write(async (db) => {
      await Promise.all(['count-1', 'count-2'].map((name) => insert(db, name)));
      return db.updateTable('setting').set({ value: 'w' }).where('name', 'like', 'count-%').executeTakeFirst();
    });
    assert.equal(changed.numUpdatedRows, 2n);
  });

  it('roll back when the callback throws', async () => {
    const failing = database.write(async (db) => {
      await insert(db, 'rolled-back');
      throw new Error('the rule was broken');
    });
    await assert.rejects(failing, /the rule was broken/);
    assert.equal(await valueOf('rolled-back'), undefined);
  });

  it('roll back, and say so, when a failed statement was passed over', async () => {
    const careless = database.write(async (db) => {
      await insert(db, 'careless');
      await insert(db, 'careless').catch(() => undefined);
    });
    await assert.rejects(careless, TransactionAborted);
    assert.equal(await valueOf('careless'), undefined);
  });

  it('refuse to write in a read', async () => {
    await assert.rejects(
      database.read((db) => insert(db, 'in-a-read')),
      { code: '25006' },
    );
    assert.equal(await valueOf('in-a-read'), undefined);
  });

  it('refuse a second handle inside the first, at once and in every lane', async () => {
    await database.write(async (db) => {
      await insert(db, 'outer');
      for (const lane of ['read', 'write', 'ingest'] as const) {
        await assert.rejects(
          database[lane](async () => undefined),
          NestedHandleError,
        );
      }
      await assert.rejects(database.ping(1000), NestedHandleError);
    });
    assert.equal(await valueOf('outer'), 'v');
  });

  it('let what a callback began without awaiting it open a handle of its own afterwards', async () => {
    let later: Promise<string | undefined> | undefined;
    const ended = Promise.withResolvers<void>();
    await database.write(async (db) => {
      await insert(db, 'later');
      later = ended.promise.then(() => valueOf('later'));
    });
    ended.resolve();
    assert.equal(await later, 'v');
  });

  it('die with their callback', async () => {
    let kept: Db | undefined;
    await database.write(async (db) => {
      kept = db;
    });
    assert.ok(kept);
    await assert.rejects(insert(kept, 'too-late'), HandleEnded);
  });

  it('send statements together that are not awaited one by one', async () => {
    const numbers = await database.read((db) =>
      Promise.all(
        [1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::integer as n`.execute(db)).rows[0]?.n),
      ),
    );
    assert.deepEqual(numbers, [1, 2, 3]);
  });

  it('answer a ping, and stop waiting at its deadline', async () => {
    await database.ping(60_000);
    const blocked = Promise.withResolvers<void>();
    const hold = async (db: Db): Promise<void> => {
      await sql`select 1`.execute(db);
      await blocked.promise;
    };
    // Every session is taken, the one of who watches too.
    const holders = [...Array.from({ length: 10 }, () => database.read(hold)), database.watch(hold)];
    await turn();
    try {
      await assert.rejects(database.ping(50), { name: 'DatabaseLost', message: /did not answer within 50 ms/ });
    } finally {
      blocked.resolve();
      await Promise.all(holders);
    }
    await database.ping(60_000);
  });
});

describe('a database with a short limit', () => {
  const limit_ms = 1500;
  const clock = stillClock();
  let place: TestPlace;
  let database: Database;
  before(async () => {
    place = await makeTestPlace();
    database = await openDatabase({ ...place, clock, statementLimit_ms: limit_ms });
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const insert = (db: Db, name: string): Promise<unknown> =>
    db.insertInto('setting').values({ name, value: 'v' }).execute();
  const names = (): Promise<string[]> =>
    database.read(async (db) => (await db.selectFrom('setting').select('name').execute()).map(({ name }) => name));

  it('takes back a handle that is kept without a statement', async () => {
    const kept: string[] = [];
    const forgotten = database.write(async (db) => {
      for (const name of ['first', 'second', 'third']) {
        await insert(db, name);
        kept.push(name);
        await clock.advance(limit_ms - 1);
        await turn();
      }
      await clock.advance(1);
      await new Promise(() => {});
    });
    await assert.rejects(forgotten, HandleIdle);
    assert.deepEqual(kept, ['first', 'second', 'third'], 'each statement begins the waiting anew');
    assert.deepEqual(await names(), []);
  });

  it('blames no statement when this thread itself was busy', async () => {
    const steps = database.read(async (db) => {
      await sql`select pg_sleep(0.1)`.execute(db);
      return (await sql<{ n: number }>`select 1 as n`.execute(db)).rows;
    });
    await turn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limit_ms + 500);
    assert.deepEqual(await steps, [{ n: 1 }]);
  });

  it('ends a statement that runs over it and keeps nothing of its transaction', async () => {
    const slow = database.ingest(async (db) => {
      await insert(db, 'slow');
      await sql`select pg_sleep(60)`.execute(db);
    });
    await assert.rejects(slow, StatementTimeout);
    assert.deepEqual(await names(), []);
  });
});
