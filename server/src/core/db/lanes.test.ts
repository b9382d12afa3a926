import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lane, sharing_max, takingTurns } from './lanes.ts';

/** Order in which users get in, who all wait behind one. */
async function orderOf(waiting: readonly Lane[]): Promise<string> {
  const { enter } = takingTurns();
  const leave = await enter('calls');
  const order: string[] = [];
  const users = waiting.map(async (lane, index) => {
    const leaveAgain = await enter(lane);
    order.push(`${lane}${index}`);
    leaveAgain();
  });
  leave();
  await Promise.all(users);
  return order.join(' ');
}

describe('lanes', () => {
  it('take turns while both have somebody waiting', async () => {
    assert.equal(
      await orderOf(['calls', 'calls', 'calls', 'ingest', 'ingest', 'calls']),
      'ingest3 calls0 ingest4 calls1 calls2 calls5',
    );
  });

  it('let upkeep in between without putting it first', async () => {
    assert.equal(await orderOf(['upkeep', 'upkeep', 'calls', 'ingest']), 'ingest3 upkeep0 calls2 upkeep1');
  });

  it('B11.1 let in whoever comes with one wish before the rest of a crowd that came first', async () => {
    const { enter } = takingTurns();
    const order: string[] = [];
    const leave = await enter('calls');
    const come = async (who: string, name: string, shares: boolean): Promise<void> => {
      const leaveAgain = await enter('calls', shares, who);
      order.push(name);
      leaveAgain();
    };
    const crowd = Array.from({ length: 40 }, (_, n) => come('ann', `ann${n}`, n % 3 > 0));
    const one = [come('bob', 'bob', true), come('cem', 'cem', false)];
    leave();
    await Promise.all([...crowd, ...one]);
    assert.deepEqual(order.slice(0, 3).sort(), ['ann0', 'bob', 'cem']);
    assert.deepEqual(
      order.filter((name) => name.startsWith('ann')),
      Array.from({ length: 40 }, (_, n) => `ann${n}`),
      'of one user it is first come, first served',
    );
  });

  it('let in one at a time, however often somebody leaves', async () => {
    const { enter } = takingTurns();
    const leave = await enter('calls');
    let inside = 1;
    const second = enter('calls').then((leaveAgain) => (inside++, leaveAgain));
    const third = enter('calls').then((leaveAgain) => (inside++, leaveAgain));
    leave();
    leave();
    await second;
    assert.equal(inside, 2);
    (await second)();
    await third;
    assert.equal(inside, 3);
  });

  it('let in some who only read together, and no more of them while somebody else waits', async () => {
    const { enter, inside } = takingTurns();
    const order: string[] = [];
    const come = (name: string, lane: Lane, shares: boolean) => {
      const entered = enter(lane, shares);
      void entered.then(() => order.push(name));
      return entered;
    };
    const readers = Array.from({ length: sharing_max + 1 }, (_, n) => come(`read${n}`, 'calls', true));
    const first = await readers[0];
    await readers[sharing_max - 1];
    assert.equal(inside(), sharing_max, 'the last waits');
    const batch = come('batch', 'ingest', false);
    const write = come('write', 'calls', false);
    const late = come('late', 'calls', true);
    first?.();
    for (const reader of readers.slice(1, sharing_max)) (await reader)();
    const leave = await batch;
    assert.equal(inside(), 1, 'who changes something is alone');
    leave();
    (await readers[sharing_max])?.();
    (await write)();
    (await late)();
    const group = Array.from({ length: sharing_max }, (_, n) => `read${n}`);
    assert.deepEqual(order, [...group, 'batch', `read${sharing_max}`, 'write', 'late']);
    assert.equal(inside(), 0);
  });

  it('let in together who only read and came before their turn, though batch waits behind batch', async () => {
    const { enter, inside } = takingTurns();
    const leave = await enter('ingest');
    const readers = [1, 2, 3].map(() => enter('calls', true));
    const batch = enter('ingest');
    leave();
    assert.equal(inside(), 3);
    const late = enter('calls', true);
    assert.equal(inside(), 3, 'who comes later does not hold up the batch');
    for (const reader of readers) (await reader)();
    (await batch)();
    (await late)();
    assert.equal(inside(), 0);
  });
});
