import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hour_ms } from '@brina/domain/language/durations';
import { stillClock } from '../testing/test-clock.ts';
import { connectionIds, openedAt } from './connection-ids.ts';

it('A5 names of connections come after each other whatever the clock does, also after a start', () => {
  const clock = stillClock();
  const names: string[] = [];
  let next = connectionIds(clock);
  for (const leap_ms of [0, 1, 2 * hour_ms, 0, -4 * hour_ms, hour_ms, 9 * hour_ms]) {
    clock.leap(leap_ms);
    const opened = clock.now();
    names.push(next(), next());
    assert.ok(openedAt(names.at(-1) ?? '') >= opened);
    next = connectionIds(clock, names.at(-1));
  }
  assert.deepEqual(names.toSorted(), names);
  assert.equal(new Set(names).size, names.length);
});
