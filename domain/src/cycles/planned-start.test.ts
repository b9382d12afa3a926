import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms, hour_ms, minute_ms } from '../language/durations.ts';
import { instantOf, localMinute } from '../language/local-minute.ts';
import {
  clashOf,
  nextOccurrence,
  occurrences,
  type PlannedMinute,
  type Reservation,
  weekdays,
} from './planned-start.ts';

const utc = (text: string): number => Date.parse(`${text}:00Z`);
const rome = (minute: string, days: readonly number[] | null = null): PlannedMinute => ({
  minute,
  weekdays: days,
  timeZone: 'Europe/Rome',
});
const first = (planned: PlannedMinute, after: string, count: number): string[] =>
  occurrences(planned, utc(after))
    .take(count)
    .map(({ minute, at_ms }) => `${minute} ${new Date(at_ms).toISOString().slice(0, 16)}`)
    .toArray();

describe('when a planned start comes', () => {
  it('S1.6 B3.5 once at its minute, and no more when that is over', () => {
    assert.deepEqual(first(rome('2026-11-28T06:30'), '2026-11-27T12:00', 3), ['2026-11-28T06:30 2026-11-28T05:30']);
    assert.equal(nextOccurrence(rome('2026-11-28T06:30'), utc('2026-11-28T05:30')), undefined);
  });

  it('S1.6 B3.5 again on its weekdays, from the day on that was named', () => {
    // 28 November 2026 is a Saturday.
    assert.deepEqual(first(rome('2026-11-28T06:30', [1, 3, 7]), '2026-11-01T00:00', 4), [
      '2026-11-29T06:30 2026-11-29T05:30',
      '2026-11-30T06:30 2026-11-30T05:30',
      '2026-12-02T06:30 2026-12-02T05:30',
      '2026-12-06T06:30 2026-12-06T05:30',
    ]);
    // Its day has begun: before its minute it is today's, from its minute on the next one's.
    const daily = rome('2026-01-01T06:30', weekdays);
    assert.equal(nextOccurrence(daily, utc('2026-11-28T05:29'))?.minute, '2026-11-28T06:30');
    assert.equal(nextOccurrence(daily, utc('2026-11-28T05:30'))?.minute, '2026-11-29T06:30');
    // A day there that is another one here.
    const apia = { ...daily, timeZone: 'Pacific/Apia' };
    assert.equal(nextOccurrence(apia, utc('2026-11-27T23:00'))?.minute, '2026-11-29T06:30');
    assert.equal(nextOccurrence(rome('2026-11-28T06:30', []), 0), undefined);
  });

  it('B3.5 no more after the last of all days, which is no endless search', () => {
    // A Friday.
    assert.deepEqual(first(rome('9999-12-30T06:30', [5]), '2026-11-27T12:00', 2).length, 1);
    assert.equal(nextOccurrence(rome('9999-12-31T06:30', [1]), utc('2026-11-27T12:00')), undefined);
  });

  it('B3.5 S1.3 keeps to the kitchen’s clock when it goes forward and back', () => {
    assert.deepEqual(first(rome('2026-03-27T02:30', weekdays), '2026-03-27T12:00', 3), [
      '2026-03-28T02:30 2026-03-28T01:30',
      // Skipped: the next minute that exists is 03:00.
      '2026-03-29T02:30 2026-03-29T01:00',
      '2026-03-30T02:30 2026-03-30T00:30',
    ]);
    assert.deepEqual(first(rome('2026-10-24T02:30', weekdays), '2026-10-24T12:00', 2), [
      // Shown twice: the first is meant, and the second brings it no more.
      '2026-10-25T02:30 2026-10-25T00:30',
      '2026-10-26T02:30 2026-10-26T01:30',
    ]);
    assert.equal(
      nextOccurrence(rome('2026-10-24T02:30', weekdays), utc('2026-10-25T01:00'))?.minute,
      '2026-10-26T02:30',
    );
    assert.deepEqual(first(rome('2026-03-28T06:30', [7]), '2026-03-27T00:00', 1), [
      '2026-03-29T06:30 2026-03-29T04:30',
    ]);
  });

  it('B3.5 every next time is the soonest that the days and the clock allow', () => {
    const moment = fc.integer({ min: utc('2025-01-01T00:00') / minute_ms, max: utc('2027-12-01T00:00') / minute_ms });
    const zone = fc.constantFrom(
      'Europe/Rome',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
      'Pacific/Apia',
    );
    const days = fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: -40, max: 40 }),
        fc.nat(1439),
        zone,
        days,
        (at, ahead, clock, timeZone, on) => {
          const after_ms = at * minute_ms;
          const day = localMinute(after_ms + ahead * day_ms, timeZone).slice(0, 10);
          const time = new Date(clock * minute_ms).toISOString().slice(11, 16);
          const planned = { minute: `${day}T${time}`, weekdays: on, timeZone };
          const next = nextOccurrence(planned, after_ms);
          assert.ok(next && next.at_ms > after_ms);
          assert.equal(next.at_ms, instantOf(next.minute, timeZone));
          assert.equal(next.minute.slice(11), time);
          // Day by day, by another way: none of them that fits lies before it.
          const fits = Array.from({ length: 60 }, (_, n) => new Date(utc(`${day}T12:00`) + n * day_ms))
            .filter((date) => on.some((one) => one % 7 === date.getUTCDay()))
            .map((date) => `${date.toISOString().slice(0, 10)}T${time}`)
            .filter((minute) => instantOf(minute, timeZone) > after_ms);
          assert.equal(next.minute, fits[0]);
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('what is in the way of a planned start', () => {
  const now = utc('2026-11-27T12:00');
  const of = (minute: string, lasts_min: number, days: readonly number[] | null = null): Reservation => ({
    ...rome(minute, days),
    lasts_min,
  });

  it('B3.5 another one that takes the appliance at that time, to the minute', () => {
    const chill = of('2026-11-28T06:30', 79);
    assert.equal(clashOf(of('2026-11-28T07:48', 60), [chill], now), chill);
    assert.equal(clashOf(of('2026-11-28T07:49', 60), [chill], now), undefined);
    assert.equal(clashOf(of('2026-11-28T05:31', 60), [chill], now), chill);
    assert.equal(clashOf(of('2026-11-28T05:30', 60), [chill], now), undefined);
    // It has begun and goes on.
    const night = of('2026-11-27T12:30', 120);
    assert.equal(clashOf(of('2026-11-27T14:00', 10), [night], now), night);
  });

  it('B3.5 one that comes again on its day, weeks ahead; and a cycle longer than the time to its next', () => {
    const daily = of('2026-11-30T06:30', 60, [1, 2, 3, 4, 5]);
    assert.equal(clashOf(of('2027-01-13T07:00', 30), [daily], now), daily, 'a Wednesday');
    assert.equal(clashOf(of('2027-01-16T07:00', 30), [daily], now), undefined, 'a Saturday');
    const long = of('2026-11-30T06:30', 26 * 60, [1, 2]);
    assert.equal(clashOf(long, [], now), long);
    assert.equal(clashOf(of('2026-11-30T06:30', 26 * 60, [1, 3]), [], now), undefined);
    // 23 hours lie between the two of the night when the clock goes forward.
    const spring = utc('2026-03-01T00:00');
    const sharp = of('2026-03-28T03:30', 23 * 60 + 30, [6, 7]);
    assert.equal(clashOf(sharp, [], spring), sharp);
  });

  it('B3.5 looks the same from either side', () => {
    const start = fc.integer({ min: 0, max: 40 * 24 });
    const length = fc.integer({ min: 1, max: 12 * 60 });
    const days = fc.option(fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1, maxLength: 2 }));
    const reservation = fc
      .tuple(start, length, days)
      .map(([hours, lasts, on]) => of(localMinute(now + minute_ms + hours * hour_ms, 'Europe/Rome'), lasts, on));
    fc.assert(
      fc.property(reservation, reservation, (one, other) => {
        const [there, back] = [clashOf(one, [other], now), clashOf(other, [one], now)];
        if (there === one || back === other) return;
        assert.equal(there === undefined, back === undefined);
      }),
      { numRuns: 200 },
    );
  });
});
