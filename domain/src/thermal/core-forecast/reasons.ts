/** Why food will be late (B2.14). Lengths mm, temperatures °C, times min. */
import { type FoodFit, usualFood } from './food.ts';
import type { LateReason } from './late-reasons.ts';

/** A reason; how deep the food is, where that is the reason. */
export type Because = { readonly reason: LateReason; readonly depth_mm?: number };

/** What a cycle showed of its food and its machine: `strength` of the machine against a full load of the class, null not seen. */
export type Shown = {
  readonly alpha: number;
  readonly beta: number;
  readonly from_C: number;
  readonly strength: number | null;
};

/** What else is known of a cycle. */
export type Facts = {
  /** In which the door stood open. */
  readonly door_min: number;
  readonly load_kg: number | null;
  /** What the model holds. */
  readonly full_kg: number;
  /** How much cooler the condenser is than it usually is, K; null: unknown. */
  readonly condenserCooler_K: number | null;
};

const open_min = 2;
const hotter_K = 10;
const thicker = 1.25;
const weaker = 0.85;
const cooler_K = 3;
const classDepth_mm = 35;
/** Of a class at its full load in trays of its usual depth. */
const ofTheClass = { alpha: usualFood.alpha, beta: usualFood.beta, strength: 1 } as const;

/** How deep the food is by how fast its core follows its surface. */
const depthOf = ({ beta }: { readonly beta: number }): number => classDepth_mm * Math.sqrt(usualFood.beta / beta);

/** Thicker food has less face for its mass: what is left is how well the air takes heat. */
const airOver = ({ alpha, beta }: { readonly alpha: number; readonly beta: number }): number =>
  alpha * depthOf({ beta });

/** What a fit shows. */
export const shownBy = ({ food, from_C }: FoodFit, kappa: number | null): Shown => ({
  alpha: food.alpha,
  beta: food.beta,
  from_C,
  strength: kappa === null ? null : (kappa * classDepth_mm) / depthOf(food),
});

/** The middle of numbers; null: there is none. */
export function middle(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** So many good cycles are what is usual. */
const usualFrom = 5;

/**
 * Why a cycle will be late, at most one reason.
 * @param usual what good cycles of the unit showed; too few say nothing, and the class stands for them
 */
export function reasonsOf(shown: Shown, usual: readonly Shown[], facts: Facts): readonly Because[] {
  const good = usual.length < usualFrom ? [] : usual;
  const of = (part: (one: Shown) => number | null): number | null => middle(good.flatMap((one) => part(one) ?? []));
  if (facts.door_min >= open_min) return [{ reason: 'door' }];
  const from_C = of((one) => one.from_C);
  if (from_C !== null && shown.from_C >= from_C + hotter_K) return [{ reason: 'hot' }];
  const depth_mm = depthOf(shown);
  if (depth_mm >= thicker * (of(depthOf) ?? classDepth_mm))
    return [{ reason: 'thick', depth_mm: Math.round(depth_mm / 5) * 5 }];
  if (airOver(shown) < weaker * (of(airOver) ?? airOver(ofTheClass))) return [{ reason: 'air' }];
  const usualStrength = of((one) => one.strength) ?? ofTheClass.strength;
  if (shown.strength === null || shown.strength >= weaker * usualStrength) return [];
  if (facts.load_kg !== null && facts.load_kg > facts.full_kg) return [{ reason: 'tooMuch' }];
  if (facts.condenserCooler_K !== null && facts.condenserCooler_K >= cooler_K) return [{ reason: 'refrigerant' }];
  return [{ reason: 'moreFood' }];
}
