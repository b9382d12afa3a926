/** What the probes of a chamber show: the model's nodes through the lag of a sheath, without noise. Temperatures °C. */
import { pointsOfNeedle } from '../appliance/metrics.ts';
import { type Conditions, capacityAt, evaporating, type FoodState, type ThermalState } from './model.ts';
import type { ThermalSize } from './sizes.ts';

/**
 * How far each point of the needles lies from core (0) to surface (1): the tip is in the core, the last near the handle. The second
 * needle of a trolley unit sits in the food of the other trolley, a little off its core.
 */
const pointSpread = [0, 0.25, 0.6, 0.95, 0.08, 0.3, 0.65, 0.98] as const;

/** Readings of the sound probes. */
export type ProbeState = {
  readonly air: number;
  /** Points of the needles, tips first. */
  readonly core: readonly number[];
  readonly coil: number;
  readonly condenser: number;
};

const lag_s = { air: 15, core: 8, coreInAir: 5, coil: 15, condenser: 20 } as const;

/** What is in the chamber, and the food on its second trolley; without one, the needles are in the same food. */
export type Probed = { readonly nodes: ThermalState; readonly second?: FoodState };

/** Probes that have long been where they are; `points` of the needles. */
export const settledProbes = (probed: Probed, points: number): ProbeState => ({
  air: probed.nodes.air,
  core: Array.from({ length: points }, (_, point) => foodAt(probed, point)),
  coil: probed.nodes.coil,
  condenser: probed.nodes.condenser,
});

/** A refrigerant circuit: its size, and what is left of refrigerant and compressor, 1 all of it. */
type Circuit = Pick<ThermalSize, 'inlet'> & Pick<Conditions, 'charge' | 'wear'>;

/** A coil that is starved shows this much less for all of its refrigerant. */
const starved_K = 12;

/** What the probe of the coil shows while refrigerant boils there: it is the colder where it comes in, the more flows and the less there is. */
function boilingProbe(coil: number, { inlet: [full_K, flow], charge, wear }: Circuit): number {
  const evaporation = evaporating(coil);
  return evaporation - full_K * wear * (capacityAt(evaporation) - flow) - starved_K * (1 - charge);
}

/**
 * The readings `dt_s` later.
 * @param boils the circuit whose refrigerant boils in the coil; null: none does
 * @param inFood whether the needle sits in the product; left in the air every point follows the air within seconds
 */
export function stepProbes(
  probes: ProbeState,
  probed: Probed,
  boils: Circuit | null,
  inFood: boolean,
  dt_s: number,
): ProbeState {
  const share = shareIn(dt_s);
  const core = inFood ? share.core : share.coreInAir;
  const { nodes } = probed;
  const goal = (point: number): number => (inFood ? foodAt(probed, point) : nodes.air);
  return {
    air: probes.air + (nodes.air - probes.air) * share.air,
    core: probes.core.map((shown, i) => shown + (goal(i) - shown) * core),
    coil: probes.coil + ((boils ? boilingProbe(nodes.coil, boils) : nodes.coil) - probes.coil) * share.coil,
    condenser: probes.condenser + (nodes.condenser - probes.condenser) * share.condenser,
  };
}

/** The food at a point, counted from 0 over both needles. */
function foodAt({ nodes, second }: Probed, point: number): number {
  const { surface, core } = point < pointsOfNeedle ? nodes : (second ?? nodes);
  return core + (surface - core) * (pointSpread[point] ?? 0);
}

type Shares = Record<keyof typeof lag_s, number>;
const shareAfter = (lag: number, dt_s: number): number => -Math.expm1(-dt_s / lag);
const sharesIn = (dt_s: number): Shares => ({
  air: shareAfter(lag_s.air, dt_s),
  core: shareAfter(lag_s.core, dt_s),
  coreInAir: shareAfter(lag_s.coreInAir, dt_s),
  coil: shareAfter(lag_s.coil, dt_s),
  condenser: shareAfter(lag_s.condenser, dt_s),
});
// Most steps are as long as the one before.
let last_s = 0;
let lastShares = sharesIn(1);
function shareIn(dt_s: number): Shares {
  if (dt_s !== last_s) {
    last_s = dt_s;
    lastShares = sharesIn(dt_s);
  }
  return lastShares;
}
