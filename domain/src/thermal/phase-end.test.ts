import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { type PhaseView, phaseOutcome, targetReached } from './phase-end.ts';

const bySurface = (air: number, target: number): PhasePlan => ({
  phase: 2,
  air,
  fan: 100,
  rh: null,
  end: { by: 'surface', target },
  fallback_min: 40,
});
const cold = bySurface(-35, -5);
const hot = bySurface(80, 60);

const seen = (points: PhaseView['points'], phase_s = 600): PhaseView => ({
  air: 0,
  points,
  coil: null,
  phase_s,
  held_s: null,
});

const byAir = (air: PhasePlan['air'], target: number): PhasePlan => ({
  ...bySurface(-35, -5),
  air,
  end: { by: 'air', target },
});

describe('a phase that ends by the air', () => {
  it('S3.9 is over when the chamber has been within 1 K for a minute', () => {
    const view = (air: number, held_s: number | null) => ({ ...seen([], 600), air, held_s });
    assert.equal(phaseOutcome(byAir(2, 2), view(2, 59)), null);
    assert.equal(phaseOutcome(byAir(2, 2), view(2, 60)), 'target');
    assert.equal(phaseOutcome(byAir(2, 2), view(2, null)), null);
    const there = (phase: PhasePlan, ...airs: number[]) => airs.map((air) => targetReached(phase, view(air, null)));
    assert.deepEqual(there(byAir(2, 2), 0.9, 1, 3, 3.1), [false, true, true, false]);
  });

  it('S3.9 air that goes on beyond the target is there as well', () => {
    const there = (phase: PhasePlan, ...airs: number[]) =>
      airs.map((air) => targetReached(phase, { ...seen([]), air }));
    assert.deepEqual(there(byAir(-38, -20), -18.9, -19, -38), [false, true, true]);
    assert.deepEqual(there(byAir([2, 12], 10), 8.9, 9, 12), [false, true, true]);
    assert.deepEqual(there(byAir(null, 5), 3.9, 4, 6, 6.1), [false, true, true, false]);
  });
});

describe('a phase that ends when the core is even with the air', () => {
  it('S3.9 waits for every point that measures, on either side of the air', () => {
    const even: PhasePlan = { ...bySurface(2, 0), end: { by: 'even', within_K: 2 } };
    assert.equal(phaseOutcome(even, seen([2, 1.5, -1, -2])), 'target');
    assert.equal(phaseOutcome(even, seen([2.1, 1, 0, 0])), null);
    assert.equal(phaseOutcome(even, seen([1, -2.1, 0, 0])), null);
    assert.equal(phaseOutcome(even, seen([null, 1, null, 0])), 'target');
    const warm = { ...seen([25, 25, 24, 24]), air: 25 };
    assert.equal(phaseOutcome(even, warm), null, 'the air is still on its way');
    assert.equal(phaseOutcome({ ...even, air: null }, warm), 'target');
    assert.equal(phaseOutcome({ ...even, air: [2, 24] }, warm), 'target');
    assert.equal(phaseOutcome(even, seen([null, null, null, null])), null);
    assert.equal(phaseOutcome(even, seen([null, null, null, null], 2400)), 'time');
  });
});

describe('a phase that ends by the surface', () => {
  it('S3.13 goes on until the outermost point of every needle is there, whichever comes later', () => {
    const there = [9, 5, 0, -6];
    const behind = [12, 10, 8, 4];
    assert.equal(phaseOutcome(cold, seen([...there, ...there])), 'target');
    assert.equal(phaseOutcome(cold, seen([...behind, ...there])), null);
    assert.equal(phaseOutcome(cold, seen([...there, ...behind])), null);
    const warm = [40, 50, 55, 61];
    const warming = [30, 40, 45, 52];
    assert.equal(phaseOutcome(hot, seen([...warm, ...warm])), 'target');
    assert.equal(phaseOutcome(hot, seen([...warming, ...warm])), null);
  });

  it('S3.11 asks the outermost point that still measures, of a needle of four points or of one', () => {
    assert.equal(phaseOutcome(cold, seen([9, 5, -6, null])), 'target');
    assert.equal(phaseOutcome(cold, seen([-6, -6, -6, 4])), null);
    assert.equal(phaseOutcome(cold, seen([-6])), 'target');
  });

  it('S3.13 a dead needle says nothing; without any the phase goes by the time it usually takes', () => {
    const dead = [null, null, null, null];
    assert.equal(phaseOutcome(cold, seen([...dead, 9, 5, 0, -6])), 'target');
    assert.equal(phaseOutcome(cold, seen([12, 10, 8, 4, ...dead])), null);
    assert.equal(phaseOutcome(cold, seen([...dead, ...dead])), null);
    assert.equal(phaseOutcome(cold, seen([...dead, ...dead], 2400)), 'time');
  });
});
