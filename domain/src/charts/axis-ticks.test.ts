import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { timeTicks, valueTicks } from './axis-ticks.ts';

const at = (time: string) => new Date(time).getTime();
const clock = (timeZone: string) => (at_ms: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', day: 'numeric' }).format(at_ms);

describe('where the lines of a grid are', () => {
  it('values are round and within their bounds', () => {
    assert.deepEqual(valueTicks(-16.2, 74.1, 6), [0, 20, 40, 60]);
    assert.deepEqual(valueTicks(0, 0.5, 5), [0, 0.1, 0.2, 0.30000000000000004, 0.4, 0.5]);
  });

  it('times are round in the kitchen, not in UTC: an offset of 5 h 45 min', () => {
    const { at_ms, step_ms } = timeTicks(at('2026-03-01T04:10:00Z'), at('2026-03-01T05:40:00Z'), 6, 'Asia/Kathmandu');
    assert.equal(step_ms, 15 * 60_000);
    assert.equal(at_ms[0], at('2026-03-01T04:15:00Z'));
    assert.equal(at_ms.length, 6);
  });

  it('days begin at midnight before and after the clocks change', () => {
    const { at_ms } = timeTicks(at('2026-03-27T12:00:00Z'), at('2026-03-31T12:00:00Z'), 8, 'Europe/Rome');
    assert.deepEqual(at_ms.filter((_, place) => place % 2 === 0).map(clock('Europe/Rome')), [
      '28, 00:00',
      '29, 00:00',
      '30, 00:00',
      '31, 00:00',
    ]);
  });
});
