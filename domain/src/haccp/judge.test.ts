import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { BatchSample } from './batch.ts';
import { judgeBatch } from './judge.ts';
import type { Judgement } from './judgement.ts';
import { ruleMessages } from './rules.messages.ts';
import { type Rule, rules } from './rules.ts';
import { type GapReason, gapReasons, verdictReasons, verdicts } from './verdicts.ts';

const minute = 60_000;
const start = Date.UTC(2026, 2, 5, 8);

/** Samples every half minute of a core that falls exponentially towards the air, and of the air itself. */
const curve = (options: { from?: number; air?: number; tau_min?: number; length_min?: number } = {}): BatchSample[] => {
  const { from = 80, air = -5, tau_min = 30, length_min = 100 } = options;
  return Array.from({ length: length_min * 2 + 1 }, (_, index) => {
    const minutes = index / 2;
    const core = air + (from - air) * Math.exp(-minutes / tau_min);
    return { at: start + minutes * minute, core: [core, core - 1, null, core - 2], air: air + Math.sin(minutes) };
  });
};

const judge = (samples: readonly BatchSample[], rule: Rule = rules.CHILL_90, end_min?: number): Judgement =>
  judgeBatch({
    kind: rule.kind,
    rule,
    samples,
    startedAt: start,
    endedAt: end_min === undefined ? (samples.at(-1)?.at ?? start) : start + end_min * minute,
  });

const without = (
  samples: readonly BatchSample[],
  from_min: number,
  to_min: number,
  reason?: GapReason,
): BatchSample[] =>
  samples
    .filter(({ at }) => at <= start + from_min * minute || at >= start + to_min * minute)
    .map((sample) => (reason && sample.at === start + to_min * minute ? { ...sample, gapBefore: reason } : sample));

describe('judging a batch', () => {
  it('S1.7 passes a load that is cold in time, with the interpolated stage and its raw neighbours', () => {
    const judged = judge(curve({ tau_min: 30 }));
    assert.equal(judged.verdict, 'PASS');
    const [stage] = judged.stages;
    assert.ok(stage?.minutes && stage.neighbours.start && stage.neighbours.end);
    const exact = 30 * Math.log(75 / 8);
    assert.ok(Math.abs(stage.minutes - exact) < 0.05, `${stage.minutes}`);
    const [before, after] = stage.neighbours.end;
    assert.ok(before && before.core > 3 && after.core <= 3);
    assert.equal(judged.sampleCount, 201);
  });

  it('S1.7 fails a load that is too slow, whether it got there or not', () => {
    assert.equal(judge(curve({ tau_min: 45, length_min: 140 })).verdict, 'FAIL');
    const unfinished = judge(curve({ tau_min: 80, length_min: 120 }));
    assert.equal(unfinished.verdict, 'FAIL');
    assert.deepEqual(unfinished.reasons, ['time_exceeded']);
    assert.equal(unfinished.stages[0]?.endedAt, null);
  });

  it('B2.1 a cycle stopped before its target and within the limit ended early', () => {
    const judged = judge(curve({ length_min: 30 }));
    assert.equal(judged.verdict, 'ABORTED');
    assert.deepEqual(judged.reasons, ['target_not_reached']);
  });

  it('the clock starts when the core falls through 70 °C, or with the cycle when it is already below', () => {
    const hot = judge(curve({ from: 95 })).stages[0];
    assert.ok(hot?.startedAt && hot.startedAt > start + 5 * minute);
    const cool = judge(curve({ from: 60 })).stages[0];
    assert.equal(cool?.startedAt, start);
    assert.equal(cool?.neighbours.start?.[0], null);
  });

  it('S1.7 two needles: neither is cold before the other is, and colder food beside it mends nothing', () => {
    // 75 → 2 °C evenly: one trolley in 70 minutes, the other in 100.
    const at = (minutes: number, length_min: number): number => 75 - (73 * Math.min(minutes, length_min)) / length_min;
    const samples = Array.from({ length: 211 }, (_, index): BatchSample => {
      const [quick, slow] = [at(index / 2, 70), at(index / 2, 100)];
      return { at: start + (index / 2) * minute, core: [quick, quick - 1, null, null, slow - 2, slow], air: -12 };
    });
    const judged = judge(samples);
    assert.deepEqual([judged.verdict, judged.stages[0]?.minutes?.toFixed(1)], ['FAIL', '91.8']);
    const quick = judge(samples.map((sample) => ({ ...sample, core: sample.core.slice(0, 4) })));
    assert.deepEqual([quick.verdict, quick.stages[0]?.minutes?.toFixed(1)], ['PASS', '64.2']);
  });

  it('judges the warmest valid point', () => {
    const samples = curve().map((sample) => ({ ...sample, core: [...sample.core, 50] }));
    assert.notEqual(judge(samples).verdict, 'PASS');
  });

  it('B2.1 a sample that names fewer points than those before lacks the others', () => {
    const samples = curve().map((sample, i) => {
      const [core] = sample.core as [number];
      return { ...sample, core: i < 40 ? [core - 3, core] : [core - 3] };
    });
    const judged = judge(samples);
    assert.deepEqual([judged.verdict, judged.reasons], ['NOT_PROVEN', ['probe_fault']]);
  });

  it('B2.1 says how warm the food was loaded only where that was seen, by every way to keep the rule', () => {
    const loaded = curve({ from: 52 });
    assert.equal(judge(loaded).loaded_C, 52);
    assert.equal(judge(loaded.slice(24)).loaded_C, null);
    const cool = judge(curve({ from: 8 }), rules.IT_HACCP);
    assert.deepEqual([cool.verdict, cool.loaded_C], ['PASS', 8]);
  });

  it('freezing is judged by its own rule', () => {
    const samples = curve({ from: 75, air: -38, tau_min: 100, length_min: 240 });
    assert.equal(judge(samples, rules.FREEZE_240).verdict, 'PASS');
    assert.throws(() =>
      judgeBatch({ kind: 'chill', rule: rules.FREEZE_240, samples, startedAt: start, endedAt: start }),
    );
  });

  it('a gap between falling values is PASS_WITH_GAP and keeps its reason', () => {
    const judged = judge(without(curve(), 20, 32, 'link_lost'));
    assert.equal(judged.verdict, 'PASS_WITH_GAP');
    assert.deepEqual(judged.reasons, ['gap_bounded']);
    assert.deepEqual(judged.gaps, [{ from: start + 20 * minute, to: start + 32 * minute, reason: 'link_lost' }]);
  });

  it('five minutes without data are no gap', () => {
    assert.equal(judge(without(curve(), 20, 25)).verdict, 'PASS');
  });

  it('a gap in which the core rose proves nothing', () => {
    const samples = without(curve(), 20, 32).map((sample) =>
      sample.at >= start + 32 * minute && sample.at < start + 34 * minute ? { ...sample, core: [60] } : sample,
    );
    assert.equal(judge(samples).verdict, 'NOT_PROVEN');
  });

  it('a target reached inside a gap counts from the gap’s far side', () => {
    const tight = curve({ tau_min: 39, length_min: 120 });
    assert.equal(judge(tight).verdict, 'PASS');
    assert.equal(judge(without(tight, 85, 110)).verdict, 'NOT_PROVEN');
  });

  it('B2.1 a start that nobody measured counts from the start of the cycle when the food was already below 70 °C', () => {
    const judged = judge(without(curve({ from: 60 }), -1, 12));
    assert.deepEqual([judged.verdict, judged.stages[0]?.startedAt], ['PASS_WITH_GAP', start]);
    assert.equal(judge(without(curve({ from: 60, tau_min: 45, length_min: 120 }), -1, 12)).verdict, 'NOT_PROVEN');
    assert.equal(judge(without(curve({ from: 95 }), -1, 6)).verdict, 'PASS');
  });

  it('data that end early prove nothing', () => {
    const judged = judge(curve({ length_min: 40 }), rules.CHILL_90, 90);
    assert.equal(judged.verdict, 'NOT_PROVEN');
    assert.deepEqual(judged.reasons, ['gap_unbounded']);
  });

  it('a broken needle leaves a gap named so, and no needle at all proves nothing', () => {
    const broken = curve().map((sample) =>
      sample.at > start + 20 * minute && sample.at < start + 30 * minute ? { ...sample, core: [null, null] } : sample,
    );
    const judged = judge(broken);
    assert.equal(judged.verdict, 'PASS_WITH_GAP');
    assert.equal(judged.gaps[0]?.reason, 'probe_fault');
    const none = judge(curve().map((sample) => ({ ...sample, core: [null] })));
    assert.deepEqual([none.verdict, none.reasons], ['NOT_PROVEN', ['no_core']]);
  });

  it('a needle left in air proves nothing; food loaded cold is not taken for it', () => {
    const inAir = curve().map((sample, index) => {
      const air = 25 - Math.min(35, index * 0.5);
      return { ...sample, air, core: [air + 0.6, air + 0.3] };
    });
    const judged = judge(inAir);
    assert.deepEqual([judged.verdict, judged.reasons], ['NOT_PROVEN', ['core_follows_air']]);
    const coldFood = curve({ from: 5, tau_min: 60 }).map((sample, index) => ({
      ...sample,
      air: 15 - Math.min(25, index * 0.8),
    }));
    assert.equal(judge(coldFood).verdict, 'PASS');
  });

  it('a second needle that hangs in air or is dead takes no proof from food that the first one proves', () => {
    const air = (index: number): number => 25 - Math.min(35, index * 0.5);
    const beside = (second: (index: number) => readonly (number | null)[]): Judgement =>
      judge(curve().map((sample, index) => ({ ...sample, air: air(index), core: [...sample.core, ...second(index)] })));
    const alone = beside(() => []);
    assert.equal(alone.verdict, 'PASS');
    const hanging = beside((index) => [air(index) + 0.6, air(index) + 0.3, air(index) + 0.3, air(index) + 0.2]);
    assert.deepEqual([hanging.verdict, hanging.stages], [alone.verdict, alone.stages]);
    assert.deepEqual(
      beside(() => [null, null, null, null]),
      alone,
    );
  });

  it('the sample after the end closes the last interval', () => {
    const samples = curve();
    const reached = samples.find(({ core }) => (core[0] as number) <= 3)?.at as number;
    const end_min = (reached - start) / minute - 0.25;
    assert.equal(judge(samples, rules.CHILL_90, end_min).verdict, 'PASS');
  });

  it('a rule with a total clock differs from one with a fresh clock for each stage', () => {
    const stages = (clock: 'stage' | 'cumulative'): Rule => ({
      ...rules.CHILL_90,
      stages: [
        { from: 57, to: 21, max_min: 40, clock },
        { from: clock === 'stage' ? 21 : 57, to: 5, max_min: 50, clock },
      ],
    });
    const samples = curve({ tau_min: 30 });
    const lengths = (rule: Rule): number[] =>
      judge(samples, rule).stages.map(({ minutes }) => Math.round(minutes ?? 0));
    assert.deepEqual(lengths(stages('stage')), [26, 29]);
    assert.deepEqual(lengths(stages('cumulative')), [26, 55]);
    assert.equal(judge(samples, stages('stage')).verdict, 'PASS');
    assert.equal(judge(samples, stages('cumulative')).verdict, 'FAIL');
  });

  it('every gap reason and every verdict reason has its words', () => {
    const keys = Object.keys(ruleMessages.texts);
    for (const reason of gapReasons) assert.ok(keys.includes(`gap.${reason}`), reason);
    for (const verdict of verdicts) assert.ok(keys.includes(`verdict.${verdict}`), verdict);
    for (const reason of verdictReasons) assert.ok(keys.includes(`reason.${reason}`), reason);
  });
});

const anyBatch = fc
  .record({
    from: fc.double({ min: 2, max: 95, noNaN: true }),
    tau_min: fc.double({ min: 5, max: 120, noNaN: true }),
    length_min: fc.integer({ min: 5, max: 200 }),
    holes: fc.array(fc.record({ at: fc.integer({ min: 0, max: 200 }), length: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: 4,
    }),
    noise: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ from, tau_min, length_min, holes, noise }) =>
    holes
      .reduce((samples, hole) => without(samples, hole.at, hole.at + hole.length), curve({ from, tau_min, length_min }))
      .map((sample, index) => ({
        ...sample,
        core: sample.core.map((value) => (value === null ? null : value + noise * Math.sin(index * 7))),
      })),
  );

describe('judging any batch', () => {
  it('never passes a stage that took longer than its limit, or that was not gone through', () => {
    fc.assert(
      fc.property(anyBatch, (samples) => {
        const judged = judge(samples);
        if (judged.verdict !== 'PASS' && judged.verdict !== 'PASS_WITH_GAP') return;
        for (const { minutes, limit_min } of judged.stages) assert.ok(minutes !== null && minutes <= limit_min);
      }),
      { numRuns: 500 },
    );
  });

  it('a plain PASS has no gap inside its stage', () => {
    fc.assert(
      fc.property(anyBatch, (samples) => {
        const judged = judge(samples);
        if (judged.verdict !== 'PASS') return;
        for (const { startedAt, endedAt } of judged.stages) {
          assert.ok(startedAt !== null && endedAt !== null);
          assert.ok(judged.gaps.every(({ from, to }) => to <= startedAt || from >= endedAt));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order in which the samples came, nor on samples that came twice', () => {
    const shuffled = anyBatch.chain((samples) =>
      fc.tuple(fc.constant(samples), fc.shuffledSubarray([...samples, ...samples], { minLength: samples.length * 2 })),
    );
    fc.assert(
      fc.property(shuffled, ([samples, mixed]) => {
        const endedAt = samples.at(-1)?.at ?? start;
        const batch = { kind: 'chill', rule: rules.CHILL_90, startedAt: start, endedAt } as const;
        assert.deepEqual(judgeBatch({ ...batch, samples: mixed }), judgeBatch({ ...batch, samples }));
      }),
      { numRuns: 100 },
    );
  });

  it('losing data never turns a verdict into a PASS', () => {
    fc.assert(
      fc.property(
        anyBatch,
        fc.integer({ min: 0, max: 180 }),
        fc.integer({ min: 6, max: 40 }),
        (samples, at, length) => {
          const endedAt = samples.at(-1)?.at ?? start;
          const batch = { kind: 'chill', rule: rules.CHILL_90, startedAt: start, endedAt } as const;
          const whole = judgeBatch({ ...batch, samples });
          const holed = judgeBatch({ ...batch, samples: without(samples, at, at + length) });
          if (whole.verdict === 'FAIL') assert.notEqual(holed.verdict, 'PASS');
        },
      ),
      { numRuns: 300 },
    );
  });
});
