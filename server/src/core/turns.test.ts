import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NoTurn, Turns } from './turns.ts';

/** Pieces of work that all wait behind one at a gate for one at a time: the order in which they are done, and who has no turn. */
async function order(names: readonly string[], waiting_max?: number): Promise<{ done: string[]; sentAway: string[] }> {
  const turns = new Turns({ parallel: 1, ...(waiting_max !== undefined && { waiting_max }) });
  const first = Promise.withResolvers<void>();
  const done: string[] = [];
  const sentAway: string[] = [];
  const running = turns.run(() => first.promise);
  const all = names.map((name, n) =>
    turns
      .run(async () => void done.push(`${name}${n}`), name)
      .catch((error: unknown) => {
        assert.ok(error instanceof NoTurn);
        sentAway.push(`${name}${n}`);
      }),
  );
  first.resolve();
  await Promise.all([running, ...all]);
  assert.equal(turns.isIdle, true);
  return { done, sentAway };
}

describe('turns', () => {
  it('B11.1 names take turns, and under one name it is first come, first served', async () => {
    const { done } = await order(['ann', 'ann', 'ann', 'bob', 'cem', 'bob']);
    assert.deepEqual(done, ['ann0', 'bob3', 'cem4', 'ann1', 'bob5', 'ann2']);
  });

  it('B11.1 where too many wait the last of the name with most goes, be it who comes or one that waits', async () => {
    assert.deepEqual(await order(['ann', 'ann', 'ann', 'bob'], 3), {
      done: ['ann0', 'bob3', 'ann1'],
      sentAway: ['ann2'],
    });
    assert.deepEqual((await order(['ann', 'ann', 'bob', 'ann'], 3)).sentAway, ['ann3']);
    assert.deepEqual((await order(['ann', 'bob', 'cem'], 2)).sentAway, ['cem2'], 'of equals who came last');
  });

  it('so many run at once, and a fault gives its place on', async () => {
    const turns = new Turns({ parallel: 2 });
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      throw new Error('broken');
    };
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => turns.run(work)));
    assert.deepEqual([most, results.filter(({ status }) => status === 'rejected').length], [2, 7]);
    assert.equal(turns.isIdle, true);
  });
});
