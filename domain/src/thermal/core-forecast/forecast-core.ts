/**
 * When the core will be cold, from what the needle and the air have shown of this cycle so far (B2.14). It measures; what a cycle will do
 * before it begins is `../forecast.ts`. Temperatures °C, times min since the start of the cycle.
 */
import { type CorePoint, type FoodFit, fitFood } from './food.ts';
import { marginOf } from './interval.ts';
import { againstClass, knows, type Lead, machineOf } from './machine.ts';
import { type Ahead, minutesTo } from './onward.ts';
import { type Shown, shownBy } from './reasons.ts';

/** What a forecast is made of. */
export type CoreQuestion = {
  readonly kind: 'chill' | 'freeze';
  readonly points: readonly CorePoint[];
  readonly ahead: Ahead;
  /** Temperatures it is asked for, warmest first. */
  readonly targets: readonly number[];
  /** What the unit's earlier cycles told of its machine, in order of the air. */
  readonly learned: readonly Lead[];
  /** A door stood open, or somebody changed the set-point, just now. */
  readonly isDisturbed: boolean;
};

/** When the core is at a temperature: in the middle, and between when. `Infinity`: never, or not as far as anybody knows. */
export type Reaching = { readonly at_min: number; readonly low_min: number; readonly high_min: number };

/** A forecast: for each target; what the cycle has shown of food and machine. */
export type CoreForecast = { readonly reaching: readonly Reaching[]; readonly shown: Shown };

/** Why there is none: too little of the curve, or one that no food has. */
export type NoForecast = 'early' | 'unclear';

/** So much of the curve has to be there, and so near it has to be to that of food. */
const spanNeeded_min = 8;
const rms_K_max = 1;
/** A unit that never was this cold has not shown how it freezes. */
const hasFrozen = -20;

/** The forecast, or why there is none. */
export function forecastCore(question: CoreQuestion): CoreForecast | NoForecast {
  const { kind, points, ahead, targets, learned } = question;
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last[0] - first[0] < spanNeeded_min) return 'early';
  const fit = fitFood(points);
  if (fit === null) return 'early';
  if (fit.rms_K >= rms_K_max) return 'unclear';
  const left = minutesTo(targets, points, fit, machineOf(points, fit, learned), ahead);
  const reaching = targets.map((target, index) => reachingOf(question, fit, target, left[index] as number));
  const isFirstFreeze = kind === 'freeze' && !(knows(learned) && (learned[0] as Lead)[0] <= hasFrozen);
  return {
    // Nobody has seen how cold the unit can get: it will not be earlier.
    reaching: isFirstFreeze ? reaching.map((one) => ({ ...one, high_min: Number.POSITIVE_INFINITY })) : reaching,
    shown: shownBy(fit, againstClass(points, fit)),
  };
}

function reachingOf(question: CoreQuestion, fit: FoodFit, target: number, remaining_min: number): Reaching {
  const { kind, points, isDisturbed } = question;
  const [minutes, , core, outer] = points.at(-1) as CorePoint;
  if (!Number.isFinite(remaining_min))
    return { at_min: remaining_min, low_min: remaining_min, high_min: remaining_min };
  const { from_C } = fit;
  const hasOuter = outer !== null;
  const margin = marginOf({ minutes, remaining_min, kind, hasOuter, core, from_C, target, isDisturbed });
  const at_min = minutes + remaining_min;
  return { at_min, low_min: Math.max(minutes, at_min - margin), high_min: at_min + margin };
}
