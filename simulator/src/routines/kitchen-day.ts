/** Whose appliance it is, and where the seed puts it. */
import type { ModelRow } from '@brina/domain/appliance/families/family';
import type { KitchenCycle } from './own-cycles.ts';

/**
 * What kind of place it is. `restaurant` and `pastry` cook and serve, `bakery` proves by night; `always`: a new cycle as soon as the
 * last one is over; `idle`: nobody uses it.
 */
export const routines = ['restaurant', 'pastry', 'bakery', 'always', 'idle'] as const;
export type Routine = (typeof routines)[number];

/**
 * What is out of the ordinary on a day: nobody works at the appliance, or its first batch goes wrong. `tooThick` it is laid so that it
 * misses its time, `stopped` somebody needs the place and ends it halfway, `coldFood` what goes in comes from the refrigerator,
 * `needleInAir` the needle is left hanging beside the food, `plugPulled` it is without power for some minutes of it.
 */
export const oddities = ['closed', 'tooThick', 'stopped', 'coldFood', 'needleInAir', 'plugPulled'] as const;
export type Oddity = (typeof oddities)[number];

/** A kitchen around one appliance. */
export type Kitchen = {
  readonly routine: Routine;
  readonly serial: string;
  readonly model: ModelRow;
  readonly timeZone: string;
  readonly seed: number;
  /** Seconds of the process in a second. */
  readonly pace: number;
  /** From then on `always` is always; before, its past is a restaurant's. */
  readonly present_ms: number;
  /** What is out of the ordinary, by the local midnight of its day; on all others chance decides. */
  readonly oddDays?: ReadonlyMap<number, Oddity>;
  /** Cycles of its own, those that are used most often first. */
  readonly cycles?: readonly KitchenCycle[];
};
