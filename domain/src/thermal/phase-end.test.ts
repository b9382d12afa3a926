import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import { type PhaseView, phaseOutcome } from './phase-end.ts';

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
