import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { day_ms, hour_ms, minute_ms } from '../../language/durations.ts';
import { localDay, spanOfDay } from '../../language/local-day.ts';
import { type Curve, samplesOf, start } from '../testing/curves.ts';
import type { HoldDay, HoldKind, HoldLimits, HoldSample } from './day.ts';
import { judgeHoldDay } from './judge-day.ts';

const limits: HoldLimits = {
  chilled: { limit_C: 5, alarm_C: 5, grace_min: 15 },
  frozen: { limit_C: -18, alarm_C: -15, grace_min: 30 },
  hot: { limit_C: 63, alarm_C: 63, grace_min: 5 },
};

/** A stretch in which the food goes along a curve, by a probe that the air reads alike. */
function along(curve: Curve, holding: HoldKind = 'chilled', none?: readonly [number, number]): HoldDay {
  const samples = samplesOf([curve], { none }).map(
    ({ at, core: [food = null] }): HoldSample => ({ at, holding, food, air: food }),
  );
  return { from: start, to: (samples.at(-1) as HoldSample).at, samples, limits };
}

/** A day at a temperature, sampled once a minute, with what happens in some of its minutes. */
function dayOf(
  food_C: number,
  change: (minute: number) => Partial<HoldSample> | null = () => ({}),
  { hours = 24 }: { hours?: number } = {},
): HoldDay {
  const samples = Array.from({ length: hours * 60 + 1 }, (_, minute): HoldSample | null => {
    const changed = change(minute);
    const food = changed?.food === undefined ? food_C : changed.food;
    return changed && { at: start + minute * minute_ms, holding: 'chilled', food, air: food, ...changed };
  });
  return { from: start, to: start + hours * hour_ms, samples: samples.filter((one) => one !== null), limits };
}
const within = (minute: number, from: number, to: number): boolean => minute > from && minute < to;
const verdictOf = (day: HoldDay): string => judgeHoldDay(day).verdict;
const sumOf = (day: HoldDay): number => Object.values(judgeHoldDay(day).minutes).reduce((a, b) => a + b, 0);
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 0.05, `${actual} instead of ${expected}`);

describe('degree-minutes and minutes beyond the limit itself', () => {
  for (const [curve, kind, degree_min, minutes] of [
    ['0,4 20,4 40,8 60,8 80,4 120,4', 'chilled', 105, 50],
    ['0,-20 30,-15 60,-20', 'frozen', 54, 36],
    ['0,66 30,60 45,60 55,65', 'hot', 76.5, 36],
  ] as const)
    it(`B2.4 ${kind}, ${curve}: ${degree_min} K·min in ${minutes} min`, () => {
      const judged = judgeHoldDay(along(curve, kind));
      near(judged.degree_min, degree_min);
      near(judged.minutes.above, minutes);
      const [excursion] = judged.excursions;
      near(excursion?.degree_min ?? 0, degree_min);
      near(excursion?.minutes ?? 0, minutes);
      assert.equal(excursion?.extreme, { chilled: 8, frozen: -15, hot: 60 }[kind]);
    });

  it('B2.4 what nobody measured adds nothing, and is named', () => {
    const judged = judgeHoldDay(along('0,4 20,4 40,8 60,8 80,4 120,4', 'chilled', [45, 55]));
    near(judged.minutes.above, 40);
    near(judged.degree_min, 75);
    assert.deepEqual(
      judged.gaps.map(({ from, to, isBounded }) => [(from - start) / minute_ms, (to - start) / minute_ms, isBounded]),
      [[45, 55, true]],
    );
    assert.equal(judged.verdict, 'EXCEEDED');
  });
});

describe('the verdict on a day', () => {
  const beyondFor = (minutes: number) => dayOf(3, (minute) => (within(minute, 600, 600 + minutes) ? { food: 9 } : {}));

  it('B2.4 a day within its limit is kept, one beyond it for longer than the grace is exceeded', () => {
    assert.equal(verdictOf(dayOf(3)), 'KEPT');
    assert.equal(verdictOf(beyondFor(14)), 'KEPT');
    assert.equal(verdictOf(beyondFor(18)), 'EXCEEDED');
    // Frozen food may be 3 K above for any time, and warmer for half an hour.
    const frozen = (food: number, minutes: number): string =>
      verdictOf(dayOf(-20, (minute) => ({ holding: 'frozen', food: within(minute, 600, 600 + minutes) ? food : -20 })));
    assert.deepEqual([frozen(-15.5, 300), frozen(-14, 25), frozen(-14, 40)], ['KEPT', 'KEPT', 'EXCEEDED']);
    const hot = (minutes: number): string =>
      verdictOf(dayOf(70, (minute) => ({ holding: 'hot', food: within(minute, 600, 600 + minutes) ? 58 : 70 })));
    assert.deepEqual([hot(4), hot(9)], ['KEPT', 'EXCEEDED']);
  });

  it('B2.4 a gap of an hour is bridged, a longer one is bounded by cold food before and cold air after', () => {
    const silent = (minutes: number, changed: Partial<HoldSample> = {}): HoldDay =>
      dayOf(3, (minute) =>
        within(minute, 600, 600 + minutes) ? null : minute === 600 + minutes ? changed : ({} as const),
      );
    assert.equal(verdictOf(silent(55)), 'KEPT');
    assert.equal(verdictOf(silent(70)), 'KEPT_WITH_GAP');
    assert.equal(verdictOf(silent(70, { air: 7 })), 'NOT_PROVEN');
    assert.equal(verdictOf(silent(400)), 'NOT_PROVEN');
    // Without power the air has to be seen within two minutes of its return.
    const back = start + 670 * minute_ms;
    const silences = [{ from: start + 600 * minute_ms, to: back, reason: 'power_lost' as const }];
    const cut = { ...silent(70), silences };
    assert.equal(verdictOf({ ...cut, boots: [back - minute_ms] }), 'KEPT_WITH_GAP');
    assert.equal(verdictOf({ ...cut, boots: [back - 4 * minute_ms] }), 'NOT_PROVEN');
    assert.equal(judgeHoldDay(cut).gaps[0]?.reason, 'power_lost');
  });

  it('B2.4 what may have lasted beyond the grace where nobody looked is not proven', () => {
    const halfSeen = (lost: number): string =>
      verdictOf(
        dayOf(3, (minute) =>
          within(minute, 600, 612) ? { food: 9 } : within(minute, 611, 612 + lost) ? null : ({} as const),
        ),
      );
    assert.deepEqual([halfSeen(0), halfSeen(20)], ['KEPT', 'NOT_PROVEN']);
    // Between two values beyond the limit it was beyond it.
    const bridged = dayOf(3, (minute) =>
      within(minute, 603, 617) ? null : within(minute, 600, 620) ? { food: 9 } : ({} as const),
    );
    assert.equal(verdictOf(bridged), 'EXCEEDED');
  });

  it('B2.4 a probe broken for more than half an hour, or a day of which less than four fifths is known, proves nothing', () => {
    const broken = (minutes: number): string =>
      verdictOf(dayOf(3, (minute) => (within(minute, 600, 600 + minutes) ? { food: null, air: null } : {})));
    assert.deepEqual([broken(25), broken(40)], ['KEPT', 'NOT_PROVEN']);
    const halfHours = (share: number): string => verdictOf(dayOf(3, (minute) => (minute % 60 < share ? null : {})));
    assert.deepEqual([halfHours(6), halfHours(20)], ['KEPT_WITH_GAP', 'NOT_PROVEN']);
    assert.equal(verdictOf({ ...dayOf(3), samples: [] }), 'NOT_PROVEN');
  });

  it('B2.4 standing by all day is no use, and chocolate has no limit', () => {
    assert.equal(verdictOf(dayOf(20, () => ({ holding: 'off' }))), 'NOT_IN_USE');
    assert.equal(verdictOf(dayOf(14, () => ({ holding: 'free' }))), 'NO_LIMIT');
    assert.equal(verdictOf(dayOf(14, (minute) => ({ holding: minute > 700 ? 'off' : 'free' }))), 'NO_LIMIT');
  });

  it('B2.4 what lies beyond the limit over midnight counts whole on both days', () => {
    const both = dayOf(3, (minute) => (within(minute, 1430, 1450) ? { food: 9 } : {}), { hours: 48 });
    const noon = start + day_ms;
    const [first, second] = [judgeHoldDay({ ...both, to: noon }), judgeHoldDay({ ...both, from: noon })];
    assert.deepEqual([first.verdict, second.verdict], ['EXCEEDED', 'EXCEEDED']);
    assert.deepEqual(first.excursions, second.excursions);
    near((first.excursions[0]?.minutes ?? 0) - first.minutes.above - second.minutes.above, 0);
    assert.ok(first.minutes.above > 5 && second.minutes.above > 5);
  });
});

describe('what always holds', () => {
  const days = fc
    .record({
      base: fc.constantFrom(3, 4.9, 5.5),
      steps: fc.array(
        fc.record({
          from: fc.nat(1430),
          minutes: fc.integer({ min: 1, max: 90 }),
          does: fc.constantFrom('warm', 'hot', 'silent', 'broken', 'off', 'free'),
        }),
        { maxLength: 5 },
      ),
    })
    .map(({ base, steps }) =>
      dayOf(base, (minute) => {
        const step = steps.find(({ from, minutes }) => within(minute, from, from + minutes));
        switch (step?.does) {
          case 'warm':
            return { food: 5.4 };
          case 'hot':
            return { food: 12 };
          case 'silent':
            return null;
          case 'broken':
            return { food: null };
          case 'off':
          case 'free':
            return { holding: step.does };
          default:
            return {};
        }
      }),
    );

  it('B2.4 neither the order of the samples nor their repetition matters', () => {
    fc.assert(
      fc.property(days, fc.nat(), (day, turn) => {
        const [cut] = [turn % day.samples.length];
        const samples = [...day.samples.slice(cut), ...day.samples.slice(0, cut + 50)].reverse();
        assert.deepEqual(judgeHoldDay({ ...day, samples }), judgeHoldDay(day));
      }),
      { numRuns: 40 },
    );
  });

  it('B2.4 the minutes of a day of 23, 24 or 25 hours are all accounted for', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('2026-03-29', '2026-06-01', '2026-10-25'), (day, date) => {
        const { from, to } = spanOfDay(date, 'Europe/Rome');
        const hours = { '2026-03-29': 23, '2026-06-01': 24, '2026-10-25': 25 }[date];
        assert.equal(to - from, hours * hour_ms);
        assert.deepEqual([localDay(from, 'Europe/Rome'), localDay(to - 1, 'Europe/Rome')], [date, date]);
        const samples = day.samples.map((sample) => ({ ...sample, at: sample.at - start + from }));
        near(sumOf({ ...day, from, to, samples }), hours * 60);
        assert.equal(judgeHoldDay({ ...day, from, to, samples }).food.mean.length, hours * 6);
      }),
      { numRuns: 40 },
    );
  });

  it('B2.4 losing data never turns EXCEEDED into KEPT while a value of it is left', () => {
    // Less than a gap is drawn straight from value to value.
    const lost = fc.oneof(fc.constant(0), fc.integer({ min: 6, max: 80 }));
    fc.assert(
      fc.property(days, fc.nat(), lost, lost, (day, which, before_min, after_min) => {
        const beyondGrace = judgeHoldDay(day).excursions.filter(({ isBeyondGrace }) => isBeyondGrace);
        const values = day.samples.filter(
          ({ at, food, holding }) =>
            holding === 'chilled' && (food ?? 0) > 5 && beyondGrace.some(({ from, to }) => at >= from && at <= to),
        );
        const left = values[which % values.length];
        if (!left) return true;
        const isLost = ({ at }: HoldSample): boolean =>
          at !== left.at && at > left.at - before_min * minute_ms && at < left.at + after_min * minute_ms;
        const { verdict } = judgeHoldDay({ ...day, samples: day.samples.filter((one) => !isLost(one)) });
        return ['EXCEEDED', 'NOT_PROVEN'].includes(verdict);
      }),
      { numRuns: 150 },
    );
  });
});
