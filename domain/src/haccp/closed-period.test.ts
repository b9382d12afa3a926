import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hour_ms, minute_ms } from '../language/durations.ts';
import { dayAfter } from '../language/local-day.ts';
import { instantOf, localMinute } from '../language/local-minute.ts';
import { closedPeriod, letterPeriods, nextTold, toldFrom } from './closed-period.ts';

/** Clocks that change at night, at noon of the world, by half an hour, or never; the first and the last to have a day. */
const zones = [
  'Europe/Rome',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Tehran',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
] as const;
const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2032, 0) });
const any = fc.tuple(moment, fc.constantFrom(...letterPeriods), fc.constantFrom(...zones));

describe('the period that is told', () => {
  it('S3.5 B2.9 is the week before this until Monday, 07:00 of the kitchen, then the one that is over, in any time zone and where clocks change in the night before', () => {
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
      const days = (of: number) => Object.values(closedPeriod(of, 'week', timeZone));
      assert.deepEqual(days(at - 1), before, timeZone);
      for (const later of [0, 1, 6 * 24 * 60 + 23 * 60]) assert.deepEqual(days(at + later * minute_ms), told, timeZone);
    }
    assert.throws(() => closedPeriod(0, 'week', 'Europe/Atlantis'), RangeError);
  });

  it('B2.9 of a month and a day ends with the month, however long, and with the day, 23 and 25 hours long', () => {
    const at = (minute: string): number => instantOf(minute, 'Europe/Rome');
    for (const [minute, period, days] of [
      ['2028-03-01T06:59', 'month', ['2028-01-01', '2028-01-31']],
      ['2028-03-01T07:00', 'month', ['2028-02-01', '2028-02-29']],
      ['2026-01-01T07:00', 'month', ['2025-12-01', '2025-12-31']],
      ['2026-03-30T06:59', 'day', ['2026-03-28', '2026-03-28']],
      ['2026-03-30T07:00', 'day', ['2026-03-29', '2026-03-29']],
      ['2026-10-26T07:00', 'day', ['2026-10-25', '2026-10-25']],
    ] as const)
      assert.deepEqual(Object.values(closedPeriod(at(minute), period, 'Europe/Rome')), days, minute);
    assert.equal(nextTold(at('2028-01-31T07:00'), 'month', 'Europe/Rome'), at('2028-02-01T07:00'));
    assert.equal(nextTold(at('2026-03-29T07:00'), 'day', 'Europe/Rome') - at('2026-03-29T07:00'), 24 * hour_ms);
    assert.equal(nextTold(at('2026-03-28T07:00'), 'day', 'Europe/Rome') - at('2026-03-28T07:00'), 23 * hour_ms);
  });

  it('B2.9 is over, is told at seven of the clock on the wall, follows the one before without a hole, and changes at the next moment alone', () => {
    fc.assert(
      fc.property(any, ([at, period, zone]) => {
        const told = closedPeriod(at, period, zone);
        const [since, next] = [toldFrom(told, zone), nextTold(at, period, zone)];
        assert.ok(since <= at && at < next, 'between two moments');
        for (const one of [since, next]) assert.equal(localMinute(one, zone).slice(11), '07:00');
        assert.ok(localMinute(at, zone).slice(0, 10) > told.to, 'it is over');
        assert.deepEqual(closedPeriod(next - 1, period, zone), told);
        const after = closedPeriod(next, period, zone);
        assert.equal(after.from, dayAfter(told.to), 'none is left out, and none told twice');
        assert.equal(toldFrom(after, zone), next);
        const days = (Date.parse(told.to) - Date.parse(told.from)) / (24 * hour_ms) + 1;
        if (period === 'month') assert.equal(told.from.slice(8), '01');
        if (period === 'week') assert.equal(new Date(told.from).getUTCDay(), 1);
        assert.ok(period === 'day' ? days === 1 : period === 'week' ? days === 7 : days >= 28 && days <= 31);
      }),
    );
  });

  it('B2.9 where a kitchen moves to another time zone, none is told twice and none before it is over there', () => {
    fc.assert(
      fc.property(any, fc.constantFrom(...zones), ([at, period, zone], other) => {
        const here = closedPeriod(at, period, zone);
        const there = closedPeriod(at, period, other);
        assert.ok(localMinute(at, other).slice(0, 10) > there.to);
        // It is the same, or one beside it: what was told is known by its days.
        assert.ok(there.to === here.to || there.from > here.to || there.to < here.from);
        assert.ok(nextTold(at, period, other) > at);
      }),
    );
  });
});
