import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { stillClock } from '../testing/test-clock.ts';
import { TakeOvers } from './take-overs.ts';

it('two boxes that take over from each other are told of from the sixth time in ten minutes on, once a minute', async () => {
  const clock = stillClock();
  const takeOvers = new TakeOvers(clock);
  const told: (number | undefined)[] = [];
  for (let nth = 1; nth <= 8; nth++) {
    told.push(takeOvers.count('MF-1'));
    await clock.advance(minute_ms / 2);
  }
  const no = undefined;
  assert.deepEqual(told, [no, no, no, no, no, 6, no, 8]);
  assert.equal(takeOvers.count('MF-2'), undefined, 'another unit');
  // A cut now and then is none of it.
  await clock.advance(10 * minute_ms);
  takeOvers.forget();
  for (let nth = 1; nth <= 12; nth++) {
    assert.equal(takeOvers.count('MF-1'), undefined);
    await clock.advance(2 * minute_ms);
  }
});
