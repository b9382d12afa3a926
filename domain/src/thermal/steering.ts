/** How a unit steers through the phases of a plan: the air it sets, and how long it waits. Temperatures in °C. */
import type { FamilyRow } from '../appliance/families/family.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import type { Demand } from './chamber.ts';
import type { ThermalSize } from './sizes.ts';

/** Air set-point of a phase that has run for so long, on its way along a ramp; null: the air is not controlled. */
export function airOf({ air, end }: PhasePlan, phase_s: number): number | null {
  if (air === null || typeof air === 'number') return air;
  const share = end.by === 'time' ? phase_s / (end.time_min * 60) : 1;
  return air[0] + (air[1] - air[0]) * Math.min(1, share);
}

/** Thawing air drops to this once a point of the food is warmer than that. */
const thawProtection = { above: 5, air: 3 } as const;

/** The air a blast chiller sets where this is chosen: what thaws must not warm. */
export function protectedAir(
  family: FamilyRow,
  phase: PhasePlan,
  chosen: number | null,
  points: readonly (number | null)[],
): number | null {
  if (family.phases[phase.phase] !== 'thawFirst' || chosen === null) return chosen;
  const warmest = Math.max(...points.map((point) => point ?? Number.NEGATIVE_INFINITY));
  return warmest > thawProtection.above ? Math.min(chosen, thawProtection.air) : chosen;
}

/** A defrost by time does not go on heating a coil that is warm. */
const warmCoil = 10;

/** What a blast chiller asks of its chamber in a phase, with this air and humidity in force. */
export function blastDemand(
  family: FamilyRow,
  phase: PhasePlan,
  { air, rh, coil }: { readonly air: number | null; readonly rh: PhasePlan['rh']; readonly coil: number | null },
): Demand {
  const melts = family.phases[phase.phase] === 'defrosting' && (coil ?? 0) < warmCoil;
  const how = family.code === 'SF' ? 'hotGas' : 'heater';
  return { air, rh, fan: phase.fan / 100, defrost: melts ? how : 'none' };
}

/** Heat that food above freezing takes. */
const food_J_per_kgK = 3600;
/** The core comes a little after the heat. */
const heatingReserve = 1.1;

/** What a unit goes by when it reckons how long it has to heat. */
export type HeatingView = {
  readonly size: ThermalSize;
  /** The unit knows its load by how the air answered while it cooled. */
  readonly mass_kg: number;
  readonly points: readonly (number | null)[];
  readonly air: number | null;
  readonly ambient: number;
};

/** Minutes it takes to heat food and chamber with the heater there is, 0 for a phase that does not. */
export function heating_min(phase: PhasePlan, { size, mass_kg, points, air: now, ambient }: HeatingView): number {
  const { air, end } = phase;
  if (end.by !== 'core' || typeof air !== 'number' || air <= end.target) return 0;
  const core = Math.min(...points.map((point) => point ?? Number.POSITIVE_INFINITY));
  const food_J = mass_kg * food_J_per_kgK * Math.max(0, end.target - core);
  const steel_J = (size.air_J_per_K + size.coil_J_per_K) * Math.max(0, air - (now ?? air));
  const heater_W = size.heater_W - size.walls_W_per_K * (air - ambient);
  return heater_W > 0 ? ((food_J + steel_J) / heater_W / 60) * heatingReserve : 0;
}

/** Minutes a phase is planned with; one that ends by a temperature, what it usually takes. */
const minutesOf = ({ end, fallback_min }: PhasePlan): number =>
  end.by === 'time' ? end.time_min : (fallback_min ?? 0);

/**
 * Whether a phase without a length of its own gives way: what follows needs the rest of the time.
 * @param left_s until the plan is to be ready; null: nobody said when
 * @param needs_min minutes a phase needs by the unit's own reckoning; a plan counts with a usual load
 */
export function givesWay(
  plan: readonly PhasePlan[],
  index: number,
  left_s: number | null,
  needs_min: (phase: PhasePlan) => number,
): boolean {
  if (left_s === null) return true;
  const rest_min = plan
    .slice(index + 1)
    .reduce((sum, later) => sum + (later.hold ? 0 : Math.max(minutesOf(later), needs_min(later))), 0);
  return left_s <= rest_min * 60;
}
