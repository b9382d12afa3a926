import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomOf } from '../../../test/random.ts';
import type { Database, Db } from '../db/database.ts';
import { Interleaver } from './interleaver.ts';

/** A database that only tells when a transaction was begun and ended. */
function toldBy(seen: string[]): Database {
  const run = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const result = await work({} as Db);
    seen.push(String(result));
    return result;
  };
  return { kind: 'pglite', read: run, write: run } as unknown as Database;
}

async function raced(seed: number) {
  const seen: string[] = [];
  const interleaver = new Interleaver(randomOf(seed));
  const db = interleaver.gated(toldBy(seen));
  const act = (name: string) => async () => {
    await db.read(async () => `${name}1`);
    await db.write(async () => `${name}2`);
    return name;
  };
  return { results: await interleaver.race([act('a'), act('b'), act('c')]), seen };
}

describe('acts at the same moment', () => {
  it('come in an order that the seed decides, and each keeps its own', async () => {
    const orders = new Set<string>();
    for (let seed = 1; seed <= 30; seed++) {
      const { results, seen } = await raced(seed);
      assert.deepEqual(
        results.map((one) => one.status === 'fulfilled' && one.value),
        ['a', 'b', 'c'],
      );
      for (const name of 'abc') assert.ok(seen.indexOf(`${name}1`) < seen.indexOf(`${name}2`));
      assert.deepEqual((await raced(seed)).seen, seen, 'the same seed, the same order');
      orders.add(seen.join());
    }
    assert.ok(orders.size > 15, `${orders.size} of 90 orders`);
  });

  it('wait for no act that waits for something else, and for nobody outside of a race', async () => {
    const seen: string[] = [];
    const interleaver = new Interleaver(randomOf(1));
    const db = interleaver.gated(toldBy(seen));
    await db.write(async () => 'before');
    const free = Promise.withResolvers<void>();
    await interleaver.race([() => free.promise, () => db.write(async () => 'one').then(() => free.resolve())]);
    const ended = await interleaver.race([() => Promise.reject(new Error('no')), () => db.write(async () => 'two')]);
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    // A handle inside a handle reaches the database, which is the one to refuse it.
    await interleaver.race([() => db.read(() => db.read(async () => 'inner'))]);
    await db.write(async () => 'after');
    assert.deepEqual(seen.toSorted(), ['after', 'before', 'inner', 'inner', 'one', 'two']);
  });
});
