/** Settings with the step of their control, from `min, max, default`; a null default leaves it to the definition. */
import type { Setting } from './family.ts';

type Settable = (min: number, max: number, defaultValue: number | null) => Setting;

const by =
  (step: number): Settable =>
  (min, max, defaultValue) => ({ min, max, default: defaultValue, step });

export const degrees = by(1);
export const halfDegrees = by(0.5);
export const percent = by(5);
export const levels = by(1);

/** Short times are set to the minute, longer ones in steps of 5 min. */
export const minutes: Settable = (min, max, defaultValue) => by(max <= 60 ? 1 : 5)(min, max, defaultValue);
