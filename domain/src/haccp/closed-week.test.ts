import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minute_ms } from '../language/durations.ts';
import { instantOf } from '../language/local-minute.ts';
import { closedWeek } from './closed-week.ts';

describe('the week that is told', () => {
  it('S3.5 B2.9 is the one before this until Monday, 07:00 of the kitchen, then the one that is over, in any time zone and where clocks change in the night before', () => {
    for (const [timeZone, monday, before, told] of [
      ['Europe/Rome', '2026-03-30', ['2026-03-16', '2026-03-22'], ['2026-03-23', '2026-03-29']],
      ['Europe/Rome', '2026-10-26', ['2026-10-12', '2026-10-18'], ['2026-10-19', '2026-10-25']],
      ['Asia/Tokyo', '2026-01-05', ['2025-12-22', '2025-12-28'], ['2025-12-29', '2026-01-04']],
      ['Pacific/Kiritimati', '2026-03-30', ['2026-03-16', '2026-03-22'], ['2026-03-23', '2026-03-29']],
      // A quarter of an hour off, and the last to have a Monday.
      ['Pacific/Chatham', '2026-04-06', ['2026-03-23', '2026-03-29'], ['2026-03-30', '2026-04-05']],
      ['Etc/GMT+12', '2026-03-30', ['2026-03-16', '2026-03-22'], ['2026-03-23', '2026-03-29']],
    ] as const) {
      const at = instantOf(`${monday}T07:00`, timeZone);
      const days = (moment: number) => Object.values(closedWeek(moment, timeZone));
      assert.deepEqual(days(at - 1), before, timeZone);
      for (const later of [0, 1, 6 * 24 * 60 + 23 * 60]) assert.deepEqual(days(at + later * minute_ms), told, timeZone);
    }
    assert.throws(() => closedWeek(0, 'Europe/Atlantis'), RangeError);
  });
});
