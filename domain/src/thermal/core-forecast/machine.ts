/** What air a machine can give beside its food (B2.14): the warmer the surface, the warmer the air. Temperatures °C, times min. */
import { capacityAt } from '../model.ts';
import type { CorePoint, FoodFit } from './food.ts';

/** How much warmer the surface is than the air where the machine gives all it has, K, by the air. */
export type Lead = readonly [air: number, lead_K: number];

/**
 * The machine in this cycle: the air it gives beside a surface, and its lead against the curve it is seen by, 1 the same.
 * A machine that is weaker, or has more food, has a smaller one.
 */
export type Machine = { readonly airBeside: (surface: number) => number; readonly kappa: number };

/** The first minutes cool the chamber itself; nearer to its set-point than this the thermostat holds the air. */
const from_min = 5;
const above_K = 2;
const seen_min = 20;
/** So many points have to be seen, and so many steps of a learned curve have to be known. */
const pointsNeeded = 3;
const stepsNeeded = 5;
const coldest = -60;
const least_K = 0.5;

/** Where the machine gave all it had, from a minute on. */
export const atFull = (points: readonly CorePoint[], { surfaces }: FoodFit, since_min = 0): readonly Lead[] =>
  points.flatMap(([at_min, air, , , fan, set], index): Lead[] => {
    const surface = surfaces[index] ?? null;
    const isFull = at_min >= Math.max(from_min, since_min) && fan > 0 && set !== null && air > set + above_K;
    return isFull && surface !== null ? [[air, surface - air]] : [];
  });

/**
 * What refrigeration of this kind gives by the air, up to its size and the food's: it boils below the coil, the coil is below the air
 * (`capacityAt`), and fan and walls take their part. 1 is a full load of the class in trays of 35 mm.
 */
const classCurve: readonly Lead[] = Array.from({ length: 33 }, (_, step): Lead => {
  const air = -44 + 2 * step;
  let capacity = 1;
  for (let round = 0; round < 20; round += 1) capacity = capacityAt(air - 6 - 8.3 * capacity);
  return [air, Math.max(1, 50 * (Math.min(1.35, capacity) - 0.05 - 0.001 * (30 - air)))];
});

/**
 * The machine by its last minutes at full work; null: it was not seen at it.
 * @param learned by the unit's earlier cycles, in order of the air; too few steps of it say nothing
 */
export function machineOf(points: readonly CorePoint[], fit: FoodFit, learned: readonly Lead[]): Machine | null {
  const last_min = points.at(-1)?.[0] ?? 0;
  const recent = atFull(points, fit, last_min - seen_min);
  const seen = recent.length < pointsNeeded ? atFull(points, fit).slice(-seen_min) : recent;
  if (seen.length < pointsNeeded) return null;
  const curve = knows(learned) ? learned : classCurve;
  return { kappa: ratioTo(curve, seen), airBeside: besides(curve, ratioTo(curve, seen)) };
}

/** Against the curve of the class, 1 a full load in trays of 35 mm; null: the machine was not seen at full work. */
export function againstClass(points: readonly CorePoint[], fit: FoodFit): number | null {
  const seen = atFull(points, fit);
  return seen.length < pointsNeeded ? null : ratioTo(classCurve, seen);
}

/** Whether a learned curve is one. */
export const knows = (learned: readonly Lead[]): boolean => learned.length >= stepsNeeded;

function ratioTo(curve: readonly Lead[], seen: readonly Lead[]): number {
  const ratios = seen.map(([air, lead]) => lead / leadAt(curve, air)).sort((a, b) => a - b);
  return Math.max(0.01, ratios[Math.floor(ratios.length / 2)] as number);
}

/** The air beside a surface: between two steps of the curve straight, for so is the surface that it bears at their airs. */
function besides(curve: readonly Lead[], kappa: number): Machine['airBeside'] {
  const airs: number[] = [];
  const surfaces: number[] = [];
  for (const [air, lead] of curve) {
    const surface = air + kappa * lead;
    // Where a learned curve falls that steeply, the warmer air is the one that the machine comes to first.
    while (surfaces.length > 0 && surface <= (surfaces.at(-1) as number)) {
      surfaces.pop();
      airs.pop();
    }
    airs.push(air);
    surfaces.push(surface);
  }
  // A core falls slowly: the step is mostly that of the last time.
  let index = 1;
  return (surface) => {
    while (index < surfaces.length - 1 && surface > (surfaces[index] as number)) index += 1;
    while (index > 1 && surface < (surfaces[index - 1] as number)) index -= 1;
    return Math.min(surface - kappa * least_K, Math.max(coldest, between(surfaces, airs, index, surface)));
  };
}

/** Straight between two steps, and on as at the ends. */
function leadAt(curve: readonly Lead[], air: number): number {
  const found = curve.findIndex(([edge]) => edge > air);
  const index = Math.max(1, found < 0 ? curve.length - 1 : found);
  const [[from, low], [to, high]] = [curve[index - 1] as Lead, curve[index] as Lead];
  return Math.max(least_K, low + ((high - low) * (air - from)) / (to - from));
}

/** On the straight line of the step that ends at this index. */
function between(xs: readonly number[], ys: readonly number[], index: number, x: number): number {
  const [x0, x1, y0 = 0, y1 = y0] = [xs[index - 1], xs[index], ys[index - 1], ys[index]];
  return x0 === undefined || x1 === undefined ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}
