import assert from 'node:assert/strict';
import { it } from 'node:test';
import { inSlices } from './slices.ts';
import { stillClock } from './testing/test-clock.ts';

it('what takes long lets others have their turn between two slices, and keeps its order', async () => {
  const clock = stillClock();
  const done: (number | string)[] = [];
  setImmediate(() => done.push('another'));
  await inSlices([1, 2, 3, 4], { clock, slice_ms: 1 }, (one) => {
    done.push(one);
    clock.tick();
  });
  assert.deepEqual(done, [1, 2, 'another', 3, 4]);
});
