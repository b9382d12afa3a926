import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Slices } from './slices.ts';
import { stillClock } from './testing/test-clock.ts';

it('what takes long lets others have their turn between two slices, and keeps its order', async () => {
  const clock = stillClock();
  const done: (number | string)[] = [];
  setImmediate(() => done.push('another'));
  await new Slices(clock, 1).each([1, 2, 3, 4], (one) => {
    done.push(one);
    clock.tick();
  });
  assert.deepEqual(done, [1, 2, 'another', 3, 4]);
});

it('so does what is short, and done for one after the other', async () => {
  const clock = stillClock();
  const done: (number | string)[] = [];
  setImmediate(() => done.push('another'));
  const slices = new Slices(clock, 1);
  for (const unit of [1, 2, 3, 4])
    await slices.each([unit], (one) => {
      done.push(one);
      clock.tick();
    });
  assert.deepEqual(done, [1, 2, 'another', 3, 4]);
});
