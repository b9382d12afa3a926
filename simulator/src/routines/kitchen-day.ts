/** Whose appliance it is, and where the seed puts it. */
import type { ModelRow } from '@brina/domain/appliance/families/family';
import type { KitchenCycle } from './own-cycles.ts';

/**
 * What kind of place it is. `restaurant` and `pastry` cook and serve, `bakery` proves by night; `always`: a new cycle as soon as the
 * last one is over; `idle`: nobody uses it.
 */
export const routines = ['restaurant', 'pastry', 'bakery', 'always', 'idle'] as const;
export type Routine = (typeof routines)[number];

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
  /** Local midnight of a day on which one batch is certain to be late; null: only by chance. */
  readonly lateDay_ms: number | null;
  /** Cycles of its own, those that are used most often first. */
  readonly cycles?: readonly KitchenCycle[];
};
