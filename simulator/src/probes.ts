/** What the probes of an appliance show: the model's nodes through the lag of a sheath, without noise. Temperatures °C. */
import type { ThermalState } from './thermal.ts';

/** How far each point of the core needle lies from core (0) to surface (1): the tip is in the core, point 4 near the handle. */
const pointSpread = [0, 0.25, 0.6, 0.95] as const;

/** Readings of the sound probes. */
export type ProbeState = {
  readonly air: number;
  /** Points 1 to 4. */
  readonly core: readonly [number, number, number, number];
  readonly coil: number;
  readonly condenser: number;
};

const lag_s = { air: 15, core: 8, coreInAir: 5, coil: 15, condenser: 20 } as const;

/** Probes that have long been where they are. */
export const settledProbes = (nodes: ThermalState): ProbeState => ({
  air: nodes.air,
  core: [
    foodAt(nodes, pointSpread[0]),
    foodAt(nodes, pointSpread[1]),
    foodAt(nodes, pointSpread[2]),
    foodAt(nodes, pointSpread[3]),
  ],
  coil: nodes.coil,
  condenser: nodes.condenser,
});

/**
 * The readings `dt_s` later.
 * @param inFood whether the needle sits in the product; left in the air every point follows the air within seconds
 */
export function stepProbes(probes: ProbeState, nodes: ThermalState, inFood: boolean, dt_s: number): ProbeState {
  const coreLag = inFood ? lag_s.core : lag_s.coreInAir;
  const point = (i: 0 | 1 | 2 | 3): number =>
    follow(probes.core[i], inFood ? foodAt(nodes, pointSpread[i]) : nodes.air, coreLag, dt_s);
  return {
    air: follow(probes.air, nodes.air, lag_s.air, dt_s),
    core: [point(0), point(1), point(2), point(3)],
    coil: follow(probes.coil, nodes.coil, lag_s.coil, dt_s),
    condenser: follow(probes.condenser, nodes.condenser, lag_s.condenser, dt_s),
  };
}

const foodAt = (nodes: ThermalState, spread: number): number => nodes.core + (nodes.surface - nodes.core) * spread;

const follow = (shown: number, actual: number, lag: number, dt_s: number): number =>
  shown + (actual - shown) * (1 - Math.exp(-dt_s / lag));
