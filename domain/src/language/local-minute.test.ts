import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { instantOf, isLocalMinute, localMinute } from './local-minute.ts';

const utc = (text: string): number => Date.parse(`${text}:00Z`);
const zones = [
  'Europe/Rome',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'America/St_Johns',
  'UTC',
];

describe('minutes of a kitchen’s clock', () => {
  it('a minute stands for the instant at which the kitchen’s clock shows it', () => {
    assert.equal(instantOf('2026-01-15T06:30', 'Europe/Rome'), utc('2026-01-15T05:30'));
    assert.equal(instantOf('2026-07-15T06:30', 'Europe/Rome'), utc('2026-07-15T04:30'));
    assert.equal(instantOf('2026-07-15T06:30', 'Asia/Kathmandu'), utc('2026-07-15T00:45'));
    assert.equal(localMinute(utc('2026-07-15T22:30'), 'Europe/Rome'), '2026-07-16T00:30');
  });

  it('a minute that summer time skips moves to the next one that exists', () => {
    assert.equal(instantOf('2026-03-29T02:30', 'Europe/Rome'), utc('2026-03-29T01:00'));
    assert.equal(instantOf('2026-03-29T01:59', 'Europe/Rome'), utc('2026-03-29T00:59'));
    assert.equal(instantOf('2026-03-29T03:00', 'Europe/Rome'), utc('2026-03-29T01:00'));
    assert.equal(instantOf('2026-03-08T02:15', 'America/New_York'), utc('2026-03-08T07:00'));
    // Half an hour only.
    assert.equal(instantOf('2026-10-04T02:10', 'Australia/Lord_Howe'), utc('2026-10-03T15:30'));
  });

  it('of a minute that comes twice the first is meant', () => {
    assert.equal(instantOf('2026-10-25T02:30', 'Europe/Rome'), utc('2026-10-25T00:30'));
    assert.equal(instantOf('2026-10-25T03:00', 'Europe/Rome'), utc('2026-10-25T02:00'));
    assert.equal(instantOf('2026-11-01T01:30', 'America/New_York'), utc('2026-11-01T05:30'));
  });

  it('what is no minute of the calendar is refused', () => {
    for (const text of [
      '2026-02-29T06:00',
      '2026-06-31T06:00',
      '2026-06-01T24:00',
      '2026-06-01T06:60',
      '2026-13-01T06:00',
      '2026-06-01 06:00',
      '',
    ])
      assert.equal(isLocalMinute(text), false, text);
    assert.equal(isLocalMinute('2028-02-29T23:59'), true);
    assert.throws(() => instantOf('tomorrow', 'Europe/Rome'), RangeError);
  });

  it('every minute that a clock shows leads back to the first instant that shows it', () => {
    const instant = fc.integer({ min: utc('2025-01-01T00:00') / 60_000, max: utc('2028-01-01T00:00') / 60_000 });
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (minutes, zone) => {
        const at = minutes * 60_000;
        const shown = localMinute(at, zone);
        const found = instantOf(shown, zone);
        assert.equal(localMinute(found, zone), shown);
        assert.ok(found <= at && at - found <= 3_600_000);
      }),
      { numRuns: 3000 },
    );
  });
});
