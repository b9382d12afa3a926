import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms, hour_ms } from '../../language/durations.ts';
import { dayBefore, daysBetween, isKnown, missedDays } from './missing.ts';

const first = '2026-01-05';
const days = daysBetween(first, '2026-04-26');
const someDays = fc.array(fc.constantFrom(...days), { maxLength: 120 });

/** Told weekday by weekday, without looking at dates: which weeks of it have a batch, from the first week on. */
function byWeeks(withBatch: readonly string[], asked: readonly string[]): string[] {
  const places = new Set(withBatch.map((day) => days.indexOf(day)));
  return asked.filter((day) => {
    const place = days.indexOf(day);
    return !places.has(place) && [7, 14, 21, 28].filter((ago) => places.has(place - ago)).length >= 3;
  });
}

describe('what a book lacks', () => {
  it('B2.11 a weekday is missed that had a batch in three of the four weeks before, and has none', () => {
    const mondays = [1, 2, 3, 4].map((weeks) => dayBefore('2026-03-30', 7 * weeks));
    assert.deepEqual(missedDays(new Set(mondays), ['2026-03-30']), ['2026-03-30']);
    assert.deepEqual(missedDays(new Set(mondays.slice(1)), ['2026-03-30']), ['2026-03-30'], 'three of four');
    assert.deepEqual(missedDays(new Set(mondays.slice(2)), ['2026-03-30']), [], 'two of four');
    assert.deepEqual(missedDays(new Set(mondays), ['2026-03-31']), [], 'another weekday');
    assert.deepEqual(missedDays(new Set([...mondays, '2026-03-30']), ['2026-03-30']), [], 'there is one');
    // Missed twice in four weeks it is no usual day any more, and nobody is asked.
    assert.deepEqual(missedDays(new Set(mondays), ['2026-03-30', '2026-04-06', '2026-04-13']), [
      '2026-03-30',
      '2026-04-06',
    ]);
  });

  it('B2.11 the order and the repetition of what came change nothing, and what comes late takes its own day away', () => {
    fc.assert(
      fc.property(someDays, fc.constantFrom(...days), (told, late) => {
        const missed = missedDays(new Set(told), days);
        assert.deepEqual(missed, byWeeks(told, days));
        assert.deepEqual(missedDays(new Set([...told, ...told].toReversed()), days), missed);
        const after = missedDays(new Set([...told, late]), days);
        assert.ok(!after.includes(late));
        // Nothing before it changes, and days after it are asked for only where its weekday has become a usual one.
        for (const day of days.filter((one) => one < late)) assert.equal(after.includes(day), missed.includes(day));
        const new_ = after.filter((day) => !missed.includes(day));
        for (const day of new_)
          assert.ok(
            [7, 14, 21, 28].some((ago) => dayBefore(day, ago) === late),
            `${day} by ${late}`,
          );
      }),
    );
  });

  it('B2.11 what a unit did is known once it has told all of the time after, or a day has passed', () => {
    const end = Date.UTC(2026, 2, 5, 23);
    const later = { at: end + hour_ms, isWhole: true };
    assert.equal(isKnown(end, later, end - 1), false, 'the day is not over');
    assert.equal(isKnown(end, later, end + hour_ms), true);
    assert.equal(isKnown(end, { ...later, at: end - 1 }, end + hour_ms), false, 'it was silent before the end');
    assert.equal(isKnown(end, { ...later, isWhole: false }, end + hour_ms), false, 'it holds some back');
    assert.equal(isKnown(end, undefined, end + day_ms - 1), false);
    assert.equal(isKnown(end, undefined, end + day_ms), true);
  });
});
