import assert from 'node:assert/strict';
import { it } from 'node:test';
import { minute_ms } from '@brina/domain/language/durations';
import { stillClock } from '../testing/test-clock.ts';
import { TakeOvers } from './take-overs.ts';

it('two boxes that take over from each other are told of from the sixth time in ten minutes on, once a minute', async () => {
  const clock = stillClock();
  const told: unknown[] = [];
  const counters = { takenOver: 0 };
  const log = { warn: (fields: object) => void told.push(fields) };
  const takeOvers = new TakeOvers({ clock, log, counters });
  const counted = (serial: string): unknown => {
    takeOvers.count(serial);
    return told.shift();
  };
  const first: unknown[] = [];
  for (let nth = 1; nth <= 8; nth++) {
    first.push(counted('MF-1'));
    await clock.advance(minute_ms / 2);
  }
  assert.equal(counters.takenOver, 8);
  const no = undefined;
  const warned = (count: number) => ({ event: 'edge.taken-over', serial: 'MF-1', count });
  assert.deepEqual(first, [no, no, no, no, no, warned(6), no, warned(8)]);
  assert.equal(counted('MF-2'), undefined, 'another unit');
  // A cut now and then is none of it.
  await clock.advance(10 * minute_ms);
  takeOvers.forget();
  for (let nth = 1; nth <= 12; nth++) {
    assert.equal(counted('MF-1'), undefined);
    await clock.advance(2 * minute_ms);
  }
});
