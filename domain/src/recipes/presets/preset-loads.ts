import type { AssumedLoad } from '../recipe.ts';

/** How warm food comes in where a preset is not for what its function usually gets, and how deep where its line says so. */
const cold = 5;
const dough = 22;

/**
 * Minutes in which what is served from frozen gets to its core temperature, in place of the hour in which cold food is heated: by the
 * forecast for a usual load on an MF Next L 45, to the quarter hour. Without a needle the phase goes on for so long.
 */
export const presetServing_min: Readonly<Record<number, number>> = { 73: 720, 74: 165, 75: 285 };

/** The loads the presets are written for, by number: what a forecast begins with in place of the usual values. °C, mm. */
export const presetLoads: Readonly<Record<number, AssumedLoad>> = {
  3: { depth_mm: 30 },
  5: { depth_mm: 25 },
  14: { depth_mm: 30 },
  17: { from_C: 15 },
  // From the oven
  18: { from_C: 90 },
  20: { from_C: 95 },
  23: { depth_mm: 30 },
  24: { from_C: cold },
  25: { from_C: cold },
  26: { from_C: cold },
  27: { from_C: cold, depth_mm: 40 },
  28: { from_C: cold },
  29: { from_C: cold },
  30: { from_C: cold },
  31: { from_C: cold, depth_mm: 15 },
  32: { from_C: cold },
  33: { from_C: cold },
  34: { from_C: 35 },
  35: { from_C: dough },
  36: { from_C: dough },
  37: { from_C: dough },
  38: { from_C: dough },
  39: { from_C: dough },
  40: { from_C: cold },
  41: { from_C: dough },
  42: { from_C: cold },
  // From the batch freezer
  43: { from_C: -6 },
  44: { from_C: -6 },
  45: { from_C: -6 },
  73: { from_C: -18 },
  74: { from_C: -18 },
  75: { from_C: -18 },
  // Filled hot
  123: { from_C: 85 },
  124: { from_C: 85 },
};
