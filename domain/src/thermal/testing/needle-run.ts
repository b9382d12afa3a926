/** A cycle as its needle and the air tell it: one point a minute, with noise, and the moment of its end. Temperatures °C, times min. */
import assert from 'node:assert/strict';
import { familyOf, modelRow } from '../../appliance/families/families.ts';
import { type PhasePlan, phasesOf } from '../../appliance/phase-plan.ts';
import {
  type ChamberFaults,
  chamberBuild,
  loadChamber,
  newChamber,
  settleNeedles,
  soundChamber,
  stepChamber,
} from '../chamber.ts';
import type { CorePoint } from '../core-forecast/food.ts';
import type { Ahead } from '../core-forecast/onward.ts';
import { phaseOutcome } from '../phase-end.ts';
import { airOf, blastDemand } from '../steering.ts';

/** What runs, and what is wrong. */
export type NeedleRunOf = {
  readonly kind?: 'chill' | 'freeze';
  readonly load_kg?: number;
  readonly depth_mm?: number;
  readonly from_C?: number;
  readonly faults?: Partial<ChamberFaults>;
  /** One point of the needle only. */
  readonly coreOnly?: boolean;
  /** A number from 0 to 1, at random. */
  readonly random: () => number;
};

/** A run: its points, where its plan was at a minute, its length. */
export type NeedleRun = {
  readonly points: readonly CorePoint[];
  readonly aheadAt: (minute: number) => Ahead;
  readonly total_min: number;
};

const plans = {
  chill: phasesOf('-14/100/-/s4 · 0/100/-/c3', { phase: 2 }, { phase: 3 }),
  freeze: phasesOf('-38/100/-/c-18', { phase: 4 }),
} as const;

const noise_K = 0.15;
const step_s = 10;

/** Runs food of a class L chiller to its end, ± 0.15 K of noise in all that is read. */
export function needleRun(run: NeedleRunOf): NeedleRun {
  const { kind = 'chill', load_kg = 45, depth_mm = 35, from_C = 70, faults = {}, coreOnly = false, random } = run;
  const model = modelRow('MF Next L 45');
  const family = familyOf('MF Next L 45');
  assert.ok(model && family);
  const build = chamberBuild(model);
  const chamber = newChamber(build, 30, 12);
  loadChamber(chamber, { mass_kg: load_kg, depth_mm }, from_C);
  settleNeedles(build, chamber);
  const around = { ambient: 30, open: false, doorSince_s: 0, halted: false, faults: { ...soundChamber, ...faults } };
  const plan = plans[kind];
  const read = (value: number): number =>
    value + noise_K * (random() + random() + random() + random() - 2) * Math.sqrt(3);
  const points: CorePoint[] = [];
  const began: number[] = [0];
  let minute: (readonly [air: number, core: number, outer: number])[] = [];
  for (let time_s = 0; ; time_s += step_s) {
    const phase = plan[began.length - 1] as PhasePlan;
    const { air, core, coil } = chamber.probes;
    minute.push([read(air), read(core[0] as number), read(core.at(-1) as number)]);
    const phase_s = time_s - (began.at(-1) as number) * 60;
    const set = airOf(phase, phase_s);
    if (time_s % 60 === 50) {
      const mean = (of: 0 | 1 | 2): number => minute.reduce((sum, one) => sum + one[of], 0) / minute.length;
      points.push([time_s / 60 - 0.42, mean(0), mean(1), coreOnly ? null : mean(2), phase.fan / 100, set]);
      minute = [];
    }
    if (phaseOutcome(phase, { air, points: core, coil, phase_s, held_s: 0 }) !== null) {
      if (began.length === plan.length) return { points, total_min: time_s / 60, aheadAt: aheadIn(plan, began) };
      began.push(time_s / 60);
    }
    stepChamber(build, chamber, blastDemand(family, phase, { air: set, rh: null, coil }), around, time_s, step_s);
  }
}

const aheadIn =
  (plan: readonly PhasePlan[], began: readonly number[]): NeedleRun['aheadAt'] =>
  (minute) => {
    const index = began.findLastIndex((from_min) => from_min <= minute);
    return { phases: plan.slice(index), phase_min: minute - (began[index] as number) };
  };
