import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Lane, takingTurns } from './lanes.ts';

/** Order in which users get in, who all wait behind one. */
async function orderOf(waiting: readonly Lane[]): Promise<string> {
  const enter = takingTurns();
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

  it('let in one at a time, however often somebody leaves', async () => {
    const enter = takingTurns();
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
});
