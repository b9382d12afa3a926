import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { families, modelRow } from '../appliance/families/families.ts';
import { phasesOf } from '../appliance/phase-plan.ts';
import { planFor } from '../cycles/cycle-plan.ts';
import { rules } from '../haccp/rules.ts';
import { type Cycle, type Expectation, expectCycle, type PastRun } from './expectation.ts';
import { heaviestThatKeeps, type Keeping, prospectOf, thickestThatKeeps } from './keeping.ts';
import { defaultLoad } from './loads.ts';

const mf = modelRow('MF Next L 45');
assert.ok(mf);
const start = { cell: 4, ambient: 30 } as const;
const chilled = (kg: number, depth_mm: number, past: readonly PastRun[] = []): Cycle => ({
  model: mf,
  plan: planFor(families.MF, { function: 0 }, mf),
  load: { kg, depth_mm, from_C: 70 },
  start,
  past,
});
const frozen = (kg: number, depth_mm: number, from_C = 70): Cycle => ({
  model: mf,
  plan: planFor(families.MF, { function: 1 }, mf),
  load: { kg, depth_mm, from_C },
  start,
});
/** So many runs, each so many times as long as the model says, within a spread. */
const runs = (count: number, times: number, spread = 0): PastRun[] =>
  Array.from({ length: count }, (_, i) => ({
    model_min: 80,
    real_min: 80 * (times + spread * (i / (count - 1) - 0.5)),
  }));

const near = (actual: number | null, expected: number, share: number): void =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= expected * share, `${actual} instead of ${expected}`);
const band = ({ fast, nominal, slow }: Expectation): (number | null)[] =>
  [fast, nominal, slow].map((one) => one.total_min);

describe('what is expected of a cycle', () => {
  it('has a band of flat and of thick trays', () => {
    const [low, middle, high] = band(expectCycle(chilled(45, 35)));
    near(low ?? null, 62.2, 0.03);
    near(middle ?? null, 78.8, 0.03);
    near(high ?? null, 100.3, 0.03);
  });

  it('reaches to a fifth more at least, of what ends at the food', () => {
    // Hours by time, and a core that is there in no time.
    const plan = phasesOf('-14/100/-/120m · 0/100/-/c20', { phase: 2 }, { phase: 3 });
    const cycle = { ...chilled(45, 35), plan };
    const timed = expectCycle(cycle);
    assert.equal(timed.slow.phases[0]?.to_min, 120);
    assert.deepEqual(band(timed)[0], band(timed)[1]);
    const flat = expectCycle({ ...frozen(5, 10), plan: phasesOf('-38/100/-/c-18', { phase: 4 }) });
    const [, middle = 0, high = 0] = band(flat);
    assert.ok((high ?? 0) >= 1.2 * (middle ?? 0) - 1e-6);
  });

  it('is corrected by the middle of five runs, within limits', () => {
    const alone = expectCycle(chilled(45, 35)).nominal.total_min ?? 0;
    const total = (past: readonly PastRun[]): number => expectCycle(chilled(45, 35, past)).nominal.total_min ?? 0;
    assert.equal(total(runs(4, 1.2)), alone);
    near(total(runs(5, 1.2)), alone * 1.2, 1e-6);
    near(total(runs(5, 3)), alone * 1.6, 1e-6);
    near(total(runs(5, 0.2)), alone * 0.7, 1e-6);
    assert.deepEqual(
      [4, 5, 14].map((count) => expectCycle(chilled(45, 35, runs(count, 1.2))).runs),
      [0, 5, 14],
    );
  });

  it('has the band of ten runs, from their tenth to their ninetieth percentile', () => {
    const alone = expectCycle(chilled(45, 35)).nominal.total_min ?? 0;
    const [low, middle, high] = band(expectCycle(chilled(45, 35, runs(11, 1.1, 0.5))));
    near(low ?? null, alone * 0.9, 1e-6);
    near(middle ?? null, alone * 1.1, 1e-6);
    near(high ?? null, alone * 1.3, 1e-6);
  });

  it('gives what past runs say to the phases that end at the food alone', () => {
    const plan = phasesOf('-14/100/-/30m · 0/100/-/c10', { phase: 2 }, { phase: 3 });
    const cycle = { ...chilled(45, 35), plan };
    const alone = expectCycle(cycle).nominal;
    const { nominal } = expectCycle({ ...cycle, past: runs(5, 1.2) });
    assert.equal(nominal.phases[0]?.to_min, 30);
    near(nominal.total_min, (alone.total_min ?? 0) * 1.2, 1e-6);
    assert.equal(nominal.points.length, alone.points.length);
    near(nominal.points.find(({ core }) => core !== null && core <= 10)?.at_min ?? null, nominal.total_min ?? 0, 1e-6);
  });
});

describe('whether a cycle is expected to keep a rule', () => {
  const rows: readonly [string, Cycle, keyof typeof rules, Keeping][] = [
    ['a full chill of 35 mm', chilled(45, 35), 'CHILL_90', 'tight'],
    ['a chill of 28 mm', chilled(45, 28), 'CHILL_90', 'kept'],
    ['a chill of 50 mm', chilled(45, 50), 'CHILL_90', 'missed'],
    ['a chill of 50 mm', chilled(45, 50), 'AU_322', 'kept'],
    ['a full freeze of 35 mm', frozen(33.75, 35), 'FREEZE_240', 'tight'],
    ['a freeze of 25 mm', frozen(33.75, 25), 'FREEZE_240', 'kept'],
    ['a freeze of 50 mm', frozen(33.75, 50), 'FREEZE_240', 'missed'],
    ['raw fish that is not held', frozen(20, 35, 5), 'FISH_RAW', 'missed'],
    [
      'food that comes in cold',
      { ...chilled(20, 35), load: { kg: 20, depth_mm: 35, from_C: 2 } },
      'CHILL_90',
      'not_judged',
    ],
    ['a rule without a number', chilled(45, 35), 'EU_852', 'not_judged'],
  ];
  for (const [what, cycle, id, keeping] of rows) {
    it(`says of ${what}, by ${id}: ${keeping}`, () => {
      assert.equal(prospectOf(rules[id], expectCycle(cycle)).keeping, keeping);
    });
  }

  it('judges nothing without a rule, or without food', () => {
    assert.equal(prospectOf(null, expectCycle(chilled(45, 35))).keeping, 'not_judged');
    assert.equal(prospectOf(rules.CHILL_90, expectCycle({ ...chilled(45, 35), load: null })).keeping, 'not_judged');
  });

  it('tells the stages as the judge of batches does', () => {
    const { stages } = prospectOf(rules.CHILL_90, expectCycle(chilled(45, 35)));
    near(stages[0]?.minutes ?? null, 78.8, 0.03);
    assert.equal(stages[0]?.limit_min, 90);
  });

  it('does not count what the holding after the cycle brings', () => {
    const plan = phasesOf('-14/100/-/c6 · H-14/100/-', { phase: 2 }, { phase: 7 });
    const expected = expectCycle({ ...chilled(20, 25), plan });
    assert.ok(expected.nominal.points.some(({ at_min, core }) => at_min < 90 && core !== null && core <= 3));
    assert.equal(prospectOf(rules.CHILL_90, expected).keeping, 'missed');
  });

  it('goes by what past runs took', () => {
    assert.equal(prospectOf(rules.CHILL_90, expectCycle(chilled(45, 35, runs(5, 1.3)))).keeping, 'missed');
    assert.equal(prospectOf(rules.CHILL_90, expectCycle(chilled(45, 35, runs(12, 1, 0.1)))).keeping, 'kept');
  });

  it('tells the thickest food, and the load, that keep it', () => {
    near(thickestThatKeeps(rules.CHILL_90, chilled(45, 60)), 39.4, 0.03);
    near(thickestThatKeeps(rules.CHILL_90, chilled(22.5, 60)), 40.8, 0.03);
    const kg = heaviestThatKeeps(rules.CHILL_90, chilled(54, 39.5)) ?? 0;
    const keeping = (load_kg: number): Keeping =>
      prospectOf(rules.CHILL_90, expectCycle(chilled(load_kg, 39.5))).keeping;
    assert.deepEqual([kg - 0.5, kg + 1].map(keeping), ['tight', 'missed']);
    assert.equal(heaviestThatKeeps(rules.CHILL_90, chilled(45, 80)), null);
    assert.equal(thickestThatKeeps(rules.EU_852, chilled(45, 35)), null);
    const hard = { ...chilled(1, 20), plan: phasesOf('-14/100/-/c3', { phase: 2 }) };
    const patient = { ...rules.CHILL_90, stages: rules.CHILL_90.stages.map((stage) => ({ ...stage, max_min: 900 })) };
    assert.equal(thickestThatKeeps(patient, hard), 100);
  });
});

describe('the load that a forecast begins with', () => {
  it('is what the function is for, and six tenths of what the model holds', () => {
    assert.deepEqual(defaultLoad('chilling', mf), { kg: 27, depth_mm: 35, from_C: 70 });
    assert.deepEqual(defaultLoad('thawing', mf, { usual_kg: 12 }), { kg: 12, depth_mm: 35, from_C: -18 });
    assert.deepEqual(
      (
        ['lowTempCooking', 'pasteurisation', 'readyToServe', 'meltingChocolate', 'iceCreamHarden', 'tempering'] as const
      ).map((key) => defaultLoad(key, mf)?.from_C),
      [5, 5, 5, 20, -6, -18],
    );
    near(defaultLoad('freezing', mf)?.kg ?? null, mf.kind === 'blast' ? mf.freeze_kg * 0.6 : 0, 1e-9);
    for (const key of ['directProofing', 'retardedProofing', 'drying', 'coldHolding'] as const)
      assert.equal(defaultLoad(key, mf), null);
    // Meat that is heated through before it dries.
    const plan = phasesOf('75/60/-/c71 · 57/80/<25/6h', { phase: 15 }, { phase: 25 });
    assert.equal(defaultLoad('drying', mf, { plan })?.from_C, 5);
  });
});
