import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minute_ms } from '../language/durations.ts';
import { dueByHand, type HandReading, judgeByHand } from './manual.ts';
import { type RuleId, rules } from './rules.ts';
import { start } from './testing/curves.ts';
import type { Verdict } from './verdicts.ts';

/** Readings by minutes since the first. */
const read = (...all: [minute: number, value_C: number][]): HandReading[] =>
  all.map(([minute, value_C]) => ({ at: start + minute * minute_ms, value_C }));
const judged = (readings: HandReading[], id: RuleId = 'CHILL_90', cooked_min: number | null = null) =>
  judgeByHand({
    rule: rules[id],
    readings,
    cookedAt: cooked_min === null ? null : start + cooked_min * minute_ms,
  });
const said = (readings: HandReading[], id?: RuleId, cooked_min?: number): [Verdict, ...string[]] => {
  const { verdict, reasons } = judged(readings, id, cooked_min ?? null);
  return [verdict, ...reasons];
};
const isKept = (verdict: Verdict): boolean => verdict === 'PASS' || verdict === 'PASS_WITH_GAP';

/** What somebody reads in some hours, mostly falling and each some minutes after the one before. */
const readings = fc
  .record({
    first: fc.integer({ min: 20, max: 95 }),
    steps: fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 45 }), fall: fc.integer({ min: -8, max: 50 }) }), {
      minLength: 1,
      maxLength: 12,
    }),
  })
  .map(({ first, steps }) => {
    const all: [number, number][] = [[0, first]];
    for (const { minutes, fall } of steps) {
      const [minute, value] = all.at(-1) as [number, number];
      all.push([minute + minutes, Math.max(-25, value - fall)]);
    }
    return read(...all);
  });
const cooling: readonly RuleId[] = [
  'CHILL_90',
  'FREEZE_240',
  'FR_2009',
  'US_FDA',
  'AU_322',
  'IT_HACCP',
  'IE_FSAI_15',
  'JP_MHLW',
  'CA',
];

describe('a cooling that is followed by hand', () => {
  it('B2.7 in time it passes with gaps, too late for any course it fails, and else nobody can tell', () => {
    assert.deepEqual(said(read([0, 72], [30, 40], [60, 15], [85, 2.8])), ['PASS_WITH_GAP', 'gap_bounded']);
    // From 70 °C it may have begun at minute 30, and been cold at minute 125: 95 minutes at the least.
    assert.deepEqual(said(read([0, 90], [30, 69], [125, 5], [130, 2])), ['FAIL', 'time_exceeded']);
    assert.deepEqual(said(read([0, 72], [30, 40], [80, 8], [100, 2])), ['NOT_PROVEN', 'gap_unbounded']);
    assert.deepEqual(said(read([0, 72], [30, 40])), ['ABORTED', 'target_not_reached']);
    assert.deepEqual(said(read([0, 72], [30, 40], [125, 8])), ['FAIL', 'time_exceeded']);
  });

  it('B2.7 read every five minutes it passes as it would with a probe', () => {
    const often = Array.from({ length: 18 }, (_, i): [number, number] => [i * 5, 74 - i * 4.3]);
    assert.deepEqual(said(read(...often)), ['PASS']);
  });

  it('B2.7 a stage is proven by a reading at its start and one at its end alone', () => {
    assert.deepEqual(said(read([0, 68], [40, 20], [60, 2])), ['NOT_PROVEN', 'start_not_read']);
    assert.deepEqual(said(read([0, 2])), ['NOT_PROVEN', 'start_not_seen']);
    assert.deepEqual(said(read([0, 68], [100, 20])), ['FAIL', 'time_exceeded']);
    // Who says when it was cooked says when it began.
    assert.deepEqual(said(read([0, 68], [40, 20], [60, 2]), 'CHILL_90', -20), ['PASS_WITH_GAP', 'gap_bounded']);
    assert.deepEqual(said(read([0, 68], [40, 20], [60, 2]), 'CHILL_90', -40), ['NOT_PROVEN', 'gap_unbounded']);
    // The first of two stages was never read: the second one is.
    assert.deepEqual(said(read([0, 20], [60, 10], [100, 4]), 'AU_322'), [
      'NOT_PROVEN',
      'start_not_seen',
      'start_not_read',
    ]);
  });

  it('B2.7 food that warms again was not cold before, and a gap in which it warmed proves nothing', () => {
    assert.deepEqual(said(read([0, 72], [30, 30], [60, 2], [80, 9], [88, 2])), ['NOT_PROVEN', 'gap_unbounded']);
    assert.deepEqual(said(read([0, 72], [30, 30], [60, 2], [80, 9])), ['ABORTED', 'target_not_reached']);
  });

  it('B2.7 a warm reading after a cold one is none of a slipping probe, however soon it comes', () => {
    const cooled = read([0, 72], [5, 60], [10, 45], [15, 30], [20, 15], [25, 8], [30, 2], [31, 2]);
    assert.deepEqual(said(cooled), ['PASS']);
    const warm = { at: start + 31 * minute_ms + 50_000, value_C: 19 };
    assert.equal(isKept(judged([...cooled, warm]).verdict), false);
    const back = { at: start + 32 * minute_ms + 20_000, value_C: 2 };
    assert.equal(isKept(judged([...cooled, warm, back]).verdict), false);
  });

  it('B2.3 the rule says how soon after cooking it has to begin, and what holds for food that was never hot', () => {
    const soup = read([0, 75], [30, 40], [80, 2]);
    assert.deepEqual(said(soup, 'UK_COOKCHILL_1989', -31), ['FAIL', 'started_late']);
    assert.deepEqual(said(soup, 'UK_COOKCHILL_1989', -10), ['PASS_WITH_GAP', 'gap_bounded']);
    const salad = read([0, 20], [100, 12], [230, 4.8]);
    assert.deepEqual(said(salad, 'US_FDA'), ['PASS_WITH_GAP', 'gap_bounded']);
    assert.deepEqual(said(salad, 'US_FDA', -30)[0], 'NOT_PROVEN');
    assert.throws(() => judged(soup, 'REHEAT_FR_2009'), RangeError);
    assert.throws(() => judged([]), RangeError);
  });

  it('B2.7 never passes above a limit, whatever may have been between the readings', () => {
    fc.assert(
      fc.property(readings, (all) => {
        if (!isKept(judged(all).verdict)) return;
        const cold = all.findLastIndex(({ value_C }) => value_C > 3.5) + 1;
        const hot = all.findIndex(({ value_C }) => value_C < 70) - 1;
        assert.ok(hot >= 0 && cold < all.length);
        // As late as it can have become cold, since as early as it can have begun; between readings of five minutes each is interpolated.
        const slack_ms = 2 * 5 * minute_ms;
        const longest = (all[cold]?.at ?? 0) - (all[hot]?.at ?? 0);
        assert.ok(longest <= 90 * minute_ms + slack_ms, `${longest / minute_ms} min`);
        const isFarApart = (i: number) => (all[i]?.at ?? 0) - (all[i - 1]?.at ?? 0) > 5 * minute_ms;
        if (isFarApart(cold) && isFarApart(hot + 1)) assert.ok(longest <= 90 * minute_ms, `${longest / minute_ms} min`);
      }),
      { numRuns: 3000 },
    );
  });

  it('B2.7 says what is to be reached next, and until when it is proven', () => {
    const due = (all: HandReading[], id?: RuleId) => {
      const next = dueByHand(judged(all, id), null);
      return next && [next.to, next.by === null ? null : (next.by - start) / minute_ms];
    };
    assert.deepEqual(due(read([0, 82])), [3, null]);
    // It may have fallen through 70 °C right after the reading of 74.
    assert.deepEqual(due(read([0, 82], [10, 74], [40, 40])), [3, 100]);
    assert.equal(due(read([0, 82], [10, 74], [80, 2.5])), null);
    assert.deepEqual(due(read([0, 70], [60, 30]), 'AU_322'), [21, 120]);
    assert.deepEqual(due(read([0, 70], [60, 20]), 'AU_322'), [5, 240]);
    assert.deepEqual(due(read([0, 70], [60, 20]), 'IE_FSAI_15'), [3, 150]);
  });

  it('B2.7 who kept to what was said is not told afterwards that nobody can tell', () => {
    fc.assert(
      fc.property(fc.integer({ min: 71, max: 95 }), fc.integer({ min: 6, max: 80 }), (hot_C, minutes) => {
        const all = read([0, hot_C], [minutes, 30]);
        const by = dueByHand(judged(all), null)?.by ?? Number.NaN;
        assert.equal(judged([...all, { at: by, value_C: 3 }]).verdict, 'PASS_WITH_GAP');
        assert.notEqual(judged([...all, { at: by + 1, value_C: 3 }]).verdict, 'PASS_WITH_GAP');
      }),
    );
  });

  it('B2.7 what somebody enters later of a time between lets nothing pass that had failed', () => {
    fc.assert(
      fc.property(
        readings,
        fc.constantFrom(...cooling),
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: -25, max: 95 }),
        (all, id, minute, value_C) => {
          if (judged(all, id).verdict !== 'FAIL') return;
          const between = { at: start + minute * minute_ms, value_C };
          assert.equal(judged([...all, between], id).verdict, 'FAIL');
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('B2.7 the order of readings does not matter', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom(...cooling), fc.infiniteStream(fc.nat()), (all, id, keys) => {
        const keyed = all.map((one) => ({ one, key: keys.next().value as number }));
        const shuffled = keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
        assert.deepEqual(judged(shuffled, id), judged(all, id));
      }),
    );
  });

  it('B2.7 a colder reading that comes later lets nothing pass that had failed', () => {
    fc.assert(
      fc.property(
        readings,
        fc.constantFrom(...cooling),
        fc.option(fc.integer({ min: -60, max: 0 })),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 40 }),
        (all, id, cooked_min, minutes, fall) => {
          if (judged(all, id, cooked_min).verdict !== 'FAIL') return;
          const last = all.at(-1) as HandReading;
          const later = { at: last.at + minutes * minute_ms, value_C: last.value_C - fall };
          assert.equal(judged([...all, later], id, cooked_min).verdict, 'FAIL');
        },
      ),
      { numRuns: 3000 },
    );
  });
});
