/**
 * Food as its needle and the air tell it: a core and a surface, the air as input (B2.14). How fast heat goes from the air to the surface
 * and from there to the core is found from the curve. Temperatures °C, times min.
 */
import { minimised } from './minimise.ts';

/**
 * A minute of a cycle: when, since its start; the air; the warmest point of the needles; the outermost point of that needle, where it has
 * another; speed of the fan, 0..1; set-point of the air.
 */
export type CorePoint = readonly [
  at_min: number,
  air: number,
  core: number,
  outer: number | null,
  fan: number,
  set: number | null,
];

/** How fast heat goes from the air to the surface at full fan, and from there to the core, a minute; heat of its ice, J/kg. */
export type Food = { readonly alpha: number; readonly beta: number; readonly latent: number };

/** Surface and core at a moment. */
export type FoodNow = { surface: number; core: number };

/** What fits a curve: the food, how it is at the last point, its surface at each point, and what is left between curve and model, K. */
export type FoodFit = {
  readonly food: Food;
  readonly now: Readonly<FoodNow>;
  /** The surface at each point; null before the first that is believed. */
  readonly surfaces: readonly (number | null)[];
  /** Core when the curve began. */
  readonly from_C: number;
  readonly rms_K: number;
};

const freezing = -1.5;
const liquid_J_per_kgK = 3600;
const frozen_J_per_kgK = 1900;
/** The ice of a kelvin is at most this share of all of it. */
const icePerKelvin_max = 0.48;
/** Shares of the food's mass around its core and its surface. */
const coreToSurface = 0.45 / 0.55;

/** How much more slowly food warms or cools than above freezing, 1 there: cp of food with 75 % water, whose ice forms over a range. */
const easeOf = (temperature: number, latent: number): number =>
  temperature > freezing
    ? 1
    : liquid_J_per_kgK /
      (frozen_J_per_kgK + latent * Math.min(-freezing / (temperature * temperature), icePerKelvin_max));

/** Length of a step of the model. */
export const step_min = 0.25;
/** Moving air takes heat by this power of the fan's speed; air that nothing moves, as at this speed. */
const byFan = 0.7;
const stillFan = 0.08;

/** How fast heat goes from the air to the surface by the speed of the fan, against full speed. */
export const fanShare = (fan: number): number => Math.max(fan, stillFan) ** byFan;

/** One step of the food in this air; `alpha` with its share of the fan. */
export function stepFood(food: FoodNow, { beta, latent }: Food, alpha: number, air: number, dt_min: number): void {
  const { surface, core } = food;
  const flow = beta * (core - surface);
  food.surface += easeOf(surface, latent) * (alpha * (air - surface) + coreToSurface * flow) * dt_min;
  food.core -= easeOf(core, latent) * flow * dt_min;
}

const latentUsual_J_per_kg = 250e3;
/**
 * Food of which nothing is known is that of the class: 35 mm at full fan. The search begins there, or it would take a core alone for food
 * that is quick outside and slow inside, which has the same curve at first.
 */
export const usualFood: Food = { alpha: 0.054, beta: 0.096, latent: latentUsual_J_per_kg };
const prior = [Math.log(usualFood.alpha), Math.log(usualFood.beta), Math.log(usualFood.latent)] as const;
/** A deviation of what is thought beforehand, of logarithms; and of what is read, K. */
const priorWidth = [1.2, 1.2, 0.25] as const;
const priorRatioWidth = 0.7;
const noise_K = 0.3;
const outerWeight = 0.3;
const forgets_min = 30;
const search = { reach: 0.5, steps: 90, enough: 0.01 } as const;
/** From here on the core is in its plateau: the heat of the ice shows. */
export const plateauFrom = -1;
const rmsOver_min = 15;

/** A needle that is put in takes so long to be warm, to so near of the food. */
const pushedIn_min = 3;
const warmed_K = 0.5;

/** The way of the air, in steps of the model from the point where the food's curve begins. */
type Track = {
  readonly first: number;
  readonly begin: Readonly<FoodNow>;
  /** Of each step: its length, the air in its middle, the share of the fan. */
  readonly lengths: Float64Array;
  readonly airs: Float64Array;
  readonly fans: Float64Array;
  /** Of each point from the first on: the steps until then. */
  readonly ends: Int32Array;
};

/**
 * Where the curve of food begins: at the first point that is as warm as the food was. Before, the needle was not in it. One that came later
 * than it usually does finds food whose surface has cooled.
 */
function beginOf(points: readonly CorePoint[]): { readonly first: number; readonly begin: FoodNow } | null {
  let warmest = Number.NEGATIVE_INFINITY;
  for (const [, , core] of points) warmest = Math.max(warmest, core);
  const first = points.findIndex(([, , core]) => core >= warmest - warmed_K);
  const point = points[first];
  if (point === undefined || first === points.length - 1) return null;
  const [at_min, , core, outer] = point;
  return { first, begin: { core, surface: at_min > pushedIn_min ? (outer ?? core) : core } };
}

function trackOf(points: readonly CorePoint[]): Track | null {
  const found = beginOf(points);
  if (found === null) return null;
  const { first, begin } = found;
  const [lengths, airs, fans, ends]: [number[], number[], number[], number[]] = [[], [], [], [0]];
  for (let index = first + 1; index < points.length; index += 1) {
    const [from_min, airFrom, , , fanFrom] = points[index - 1] as CorePoint;
    const [to_min, airTo, , , fanTo] = points[index] as CorePoint;
    const steps = Math.max(1, Math.round((to_min - from_min) / step_min));
    const share = fanShare((fanFrom + fanTo) / 2);
    for (let step = 0; step < steps; step += 1) {
      lengths.push((to_min - from_min) / steps);
      airs.push(airFrom + ((airTo - airFrom) * (step + 0.5)) / steps);
      fans.push(share);
    }
    ends.push(lengths.length);
  }
  return {
    first,
    begin,
    lengths: Float64Array.from(lengths),
    airs: Float64Array.from(airs),
    fans: Float64Array.from(fans),
    ends: Int32Array.from(ends),
  };
}

/** Runs food along the air, and says how it is at each point. It is run a hundred times a forecast: the steps are those of `stepFood`. */
function follow(
  { first, begin, lengths, airs, fans, ends }: Track,
  { alpha, beta, latent }: Food,
  seen: (index: number, surface: number, core: number) => void,
): void {
  let { surface, core } = begin;
  let step = 0;
  for (let index = 0; index < ends.length; index += 1) {
    for (const end = ends[index] as number; step < end; step += 1) {
      const dt_min = lengths[step] as number;
      const flow = beta * (core - surface);
      const taken = alpha * (fans[step] as number) * ((airs[step] as number) - surface) + coreToSurface * flow;
      core -= easeOf(core, latent) * flow * dt_min;
      surface += easeOf(surface, latent) * taken * dt_min;
    }
    seen(first + index, surface, core);
  }
}

/** How far food is from what is thought of it beforehand: each number, and how the two rates stand to each other. */
function thoughtOf(at: readonly number[]): number {
  const off = at.map((x, i) => x - (prior[i] as number));
  const ratio = ((off[1] ?? 0) - (off[0] ?? 0)) / priorRatioWidth;
  return off.reduce((sum, one, i) => sum + (one / (priorWidth[i] as number)) ** 2, ratio ** 2);
}

/** The food that these points tell of; null: there are too few of them. */
export function fitFood(points: readonly CorePoint[]): FoodFit | null {
  const track = trackOf(points);
  const last = points.at(-1);
  if (track === null || last === undefined) return null;
  const weights = points.map(([at_min]) => Math.exp((at_min - last[0]) / forgets_min) / noise_K ** 2);
  const misfit = (at: readonly number[]): number => {
    let sum = thoughtOf(at);
    follow(track, foodOf(at), (index, surface, core) => {
      const [, , seen, outer] = points[index] as CorePoint;
      const weight = weights[index] as number;
      sum += weight * (seen - core) ** 2;
      if (outer !== null) sum += weight * outerWeight * (outer - surface) ** 2;
    });
    return sum;
  };
  const start = last[2] <= plateauFrom ? prior : prior.slice(0, 2);
  return fitted(points, track, foodOf(minimised(misfit, start, search)));
}

const foodOf = ([alpha = 0, beta = 0, latent]: readonly number[]): Food => ({
  alpha: Math.exp(alpha),
  beta: Math.exp(beta),
  latent: latent === undefined ? latentUsual_J_per_kg : Math.exp(latent),
});

function fitted(points: readonly CorePoint[], track: Track, food: Food): FoodFit {
  const surfaces: (number | null)[] = points.map(() => null);
  const now: FoodNow = { surface: 0, core: 0 };
  const from_min = (points.at(-1) as CorePoint)[0] - rmsOver_min;
  let [squares, count] = [0, 0];
  follow(track, food, (index, surface, core) => {
    const [at_min, , seen] = points[index] as CorePoint;
    surfaces[index] = surface;
    Object.assign(now, { surface, core });
    if (at_min < from_min) return;
    squares += (seen - core) ** 2;
    count += 1;
  });
  return { food, now, surfaces, from_C: track.begin.core, rms_K: Math.sqrt(squares / count) };
}
