import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hour_ms } from '../../language/durations.ts';
import { instantOf } from '../../language/local-minute.ts';
import { isLookLate } from './look.ts';

describe('a look at a day', () => {
  it('B2.4 is in time for 24 hours after the day of its kitchen, also where clocks go forward or back', () => {
    for (const [day, next, zone] of [
      ['2026-03-05', '2026-03-06', 'Europe/Rome'],
      ['2026-03-28', '2026-03-29', 'Europe/Rome'],
      ['2026-10-25', '2026-10-26', 'Europe/Rome'],
      ['2026-03-05', '2026-03-06', 'Asia/Tokyo'],
    ] as const) {
      const end = instantOf(`${next}T00:00`, zone);
      for (const at of [end - 30 * hour_ms, end - 1, end, end + 24 * hour_ms - 1])
        assert.equal(isLookLate(day, zone, at), false, `${day} ${zone} ${at - end}`);
      for (const at of [end + 24 * hour_ms, end + 400 * hour_ms]) assert.equal(isLookLate(day, zone, at), true);
    }
  });
});
