/** The phase a blast chiller puts by itself between hot air and cold: it cools the cell before the coil meets its air. */
import type { FamilyRow } from '../appliance/families/family.ts';
import { phaseCode } from '../appliance/families/phase-code.ts';
import { type PhasePlan, runPhases_max } from '../appliance/phase-plan.ts';
import { warmestAir } from '../appliance/warmest-air.ts';

/** Cold phases begin in a cell no hotter than this, and what purges it before them. °C. */
export const purgesAbove = 45;
const purge_min = 10;
const purgeAir = 40;
/** Phases of this air are cold. */
const coldAir = 20;

/**
 * The phases a unit runs of a plan: where cold air follows hot, a purge stands before it. It is over after its time, or earlier, when the
 * cell is at `purgesAbove`.
 */
export function withPurge(family: FamilyRow, plan: readonly PhasePlan[]): readonly PhasePlan[] {
  const coolDown = phaseCode(family, 'coolDown');
  if (coolDown === 0 || plan.length >= runPhases_max) return plan;
  const index = plan.findIndex((phase, i) => {
    const before = plan[i - 1];
    return before !== undefined && warmestAir(before) > purgesAbove && warmestAir(phase) <= coldAir;
  });
  if (index < 1) return plan;
  const purge: PhasePlan = {
    phase: coolDown,
    air: purgeAir,
    fan: 100,
    rh: null,
    end: { by: 'time', time_min: purge_min },
  };
  return [...plan.slice(0, index), purge, ...plan.slice(index)];
}
