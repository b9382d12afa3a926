import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hour_ms, minute_ms } from '../language/durations.ts';
import { readingFault } from './by-hand.ts';

const moment = fc.integer({ min: 0, max: 1_900_000_000_000 });

describe('readings by hand', () => {
  it('B2.7 a reading is of the time from an hour before its record to 72 hours after its end, and none of the future', () => {
    const [began, now] = [1_772_000_000_000, 1_773_000_000_000];
    const ended = began + 2 * hour_ms;
    const fault = (at: number) => readingFault(at, { began, ended }, now);
    assert.equal(fault(began - hour_ms), undefined);
    assert.equal(fault(began - hour_ms - 1), 'time_not_of_record');
    assert.equal(fault(0), 'time_not_of_record');
    assert.equal(fault(ended + 72 * hour_ms), undefined);
    assert.equal(fault(ended + 72 * hour_ms + 1), 'time_not_of_record');
    assert.equal(readingFault(now + 6 * minute_ms, { began, ended: null }, now), 'reading_in_future');
  });

  it('B2.7 while a record goes on, and 72 hours more, what is measured now is of it', () => {
    fc.assert(
      fc.property(moment, fc.nat({ max: 72 * hour_ms }), fc.nat({ max: 24 * hour_ms }), (began, since, lasted) => {
        const ended = began + lasted;
        assert.equal(readingFault(ended + since, { began, ended }, ended + since), undefined);
        assert.equal(readingFault(ended + since, { began, ended: null }, ended + since), undefined);
      }),
    );
  });
});
