import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minute_ms } from '../language/durations.ts';
import type { BatchSample } from './batch.ts';
import { judgeBatch } from './judge.ts';
import type { Judgement } from './judgement.ts';
import { type RuleId, rules } from './rules.ts';
import { start } from './testing/curves.ts';
import { gradeOf, type Verdict } from './verdicts.ts';

const judge = (
  samples: readonly BatchSample[],
  id: RuleId = 'CHILL_90',
  endedAt = samples.at(-1)?.at ?? start,
): Verdict => judgement(samples, id, endedAt).verdict;

function judgement(samples: readonly BatchSample[], id: RuleId, endedAt = samples.at(-1)?.at ?? start): Judgement {
  const rule = rules[id];
  return judgeBatch({ kind: rule.kind, rule, samples, startedAt: start, endedAt });
}

/** A core that only ever falls, a sample every ten seconds: how far each stretch of a quarter of an hour falls. */
const falling = fc
  .record({
    from: fc.integer({ min: 5, max: 95 }),
    falls: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 16 }),
    air: fc.integer({ min: -30, max: -6 }),
  })
  .map(({ from, falls, air }) => {
    const corners = falls.reduce<number[]>(
      (cores, fall) => [...cores, Math.max(air + 1, (cores.at(-1) as number) - fall)],
      [from],
    );
    return Array.from({ length: falls.length * 90 + 1 }, (_, i): BatchSample => {
      const quarter = Math.min(Math.floor(i / 90), falls.length - 1);
      const [a, b] = [corners[quarter] as number, corners[quarter + 1] as number];
      return { at: start + i * 10_000, core: [a + ((b - a) * (i - quarter * 90)) / 90], air };
    });
  });

/** Stretches, by the place of their first sample and how many they are. */
const stretches = (min: number, max: number) =>
  fc.array(fc.record({ from: fc.integer({ min: 0, max: 1400 }), count: fc.integer({ min, max }) }), {
    minLength: 1,
    maxLength: 4,
  });

const isKept = (verdict: Verdict): boolean => verdict === 'PASS' || verdict === 'PASS_WITH_GAP';
const numeric: readonly RuleId[] = [
  'CHILL_90',
  'FR_2009',
  'US_FDA',
  'AU_322',
  'IT_HACCP',
  'IE_FSAI_15',
  'JP_MHLW',
  'US_FSIS_B',
  'CA',
];

describe('the judge, of any curve', () => {
  it('B2.1 losing data of a falling curve never turns a FAIL into a verdict that says kept', () => {
    fc.assert(
      fc.property(falling, stretches(1, 400), fc.constantFrom(...numeric), (samples, lost, id) => {
        if (judge(samples, id) !== 'FAIL') return;
        const left = samples.filter((_, i) => !lost.some(({ from, count }) => i >= from && i < from + count));
        assert.ok(!isKept(judge(left, id, samples.at(-1)?.at)), id);
      }),
      { numRuns: 400 },
    );
  });

  it('B2.1 losing data of a falling curve never mends a verdict', () => {
    fc.assert(
      fc.property(falling, stretches(1, 400), fc.constantFrom(...numeric), (samples, lost, id) => {
        const { verdict: whole, disbelieved } = judgement(samples, id);
        // That a needle hung in air is seen by what it said there: without that nobody can tell.
        if (disbelieved.some(({ reason }) => reason === 'probe_in_air')) return;
        const left = samples.filter((_, i) => !lost.some(({ from, count }) => i >= from && i < from + count));
        const holed = judge(left, id, samples.at(-1)?.at);
        if (whole === 'NOT_APPLICABLE') return;
        if (isKept(holed)) assert.ok(isKept(whole), `${id} ${whole} ${holed}`);
      }),
      { numRuns: 400 },
    );
  });

  it('B2.1 what data are missing leave open begins at nothing, and holds what is shown', () => {
    fc.assert(
      fc.property(falling, stretches(30, 400), fc.constantFrom(...numeric), (samples, lost, id) => {
        const left = samples.filter((_, i) => !lost.some(({ from, count }) => i >= from && i < from + count));
        for (const { earliest_min, minutes, latest_min } of judgement(left, id, samples.at(-1)?.at).stages) {
          if (earliest_min === null || minutes === null || latest_min === null) continue;
          assert.ok(0 <= earliest_min && earliest_min <= minutes && minutes <= latest_min, `${id}`);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('B2.1 B2.2 a further, colder point never turns a FAIL into a PASS', () => {
    fc.assert(
      fc.property(falling, fc.integer({ min: 0, max: 300 }), fc.constantFrom(...numeric), (samples, tenths, id) => {
        if (judge(samples, id) !== 'FAIL') return;
        const more = samples.map((sample) => ({
          ...sample,
          core: [...sample.core, (sample.core[0] as number) - tenths / 10],
        }));
        assert.ok(!isKept(judge(more, id)));
      }),
      { numRuns: 300 },
    );
  });

  it('B2.1 nor do thirty seconds of any values where the limit was missed by more than that', () => {
    const values = fc.array(fc.double({ min: -40, max: 100, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(falling, fc.integer({ min: 0, max: 1400 }), values, (samples, from, forged) => {
        const rule = rules.CHILL_90;
        const endedAt = samples.at(-1)?.at as number;
        const { verdict, stages } = judgeBatch({ kind: 'chill', rule, samples, startedAt: start, endedAt });
        const [stage] = stages;
        if (verdict !== 'FAIL' || (stage?.minutes != null && stage.minutes < 90.6)) return;
        // What is within the accuracy of a probe of the target may be said to have been there.
        if (samples.some(({ at, core }) => at - start < 91 * minute_ms && (core[0] as number) <= 3.5)) return;
        const changed = samples.map((one, i) =>
          i >= from && i < from + 3 ? { ...one, core: [forged[i - from] as number] } : one,
        );
        assert.ok(!isKept(judge(changed)));
      }),
      { numRuns: 400 },
    );
  });

  it('B2.1 who keeps the rule of Australia keeps the one of the United States', () => {
    fc.assert(
      fc.property(falling, stretches(1, 200), (samples, lost) => {
        const left = samples.filter((_, i) => !lost.some(({ from, count }) => i >= from && i < from + count));
        const endedAt = samples.at(-1)?.at;
        // Food that was cool from the start has its American clock running at once: what is missing before 21 °C is a gap of that one alone.
        if (judge(left, 'AU_322', endedAt) === 'PASS') assert.ok(isKept(judge(left, 'US_FDA', endedAt)));
      }),
      { numRuns: 400 },
    );
  });

  it('B2.1 the same samples in any order, some of them twice, give the same judgement', () => {
    const rule = rules.CHILL_90;
    fc.assert(
      fc.property(
        falling.chain((samples) =>
          fc.tuple(
            fc.constant(samples),
            fc.shuffledSubarray([...samples, ...samples], { minLength: samples.length * 2 }),
          ),
        ),
        ([samples, mixed]) => {
          const batch = { kind: 'chill', rule, startedAt: start, endedAt: samples.at(-1)?.at as number } as const;
          assert.deepEqual(judgeBatch({ ...batch, samples: mixed }), judgeBatch({ ...batch, samples }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('B2.1 a verdict is as good as its worst stage', () => {
    fc.assert(
      fc.property(falling, (samples) => {
        const rule = rules.AU_322;
        const { verdict, stages } = judgeBatch({
          kind: 'chill',
          rule,
          samples,
          startedAt: start,
          endedAt: samples.at(-1)?.at as number,
        });
        const isApplied = stages.some((stage) => stage.verdict !== 'NOT_APPLICABLE');
        assert.equal(verdict !== 'NOT_APPLICABLE', isApplied);
        assert.equal(gradeOf(verdict), Math.max(...stages.map((stage) => gradeOf(stage.verdict))));
      }),
      { numRuns: 300 },
    );
  });
});
