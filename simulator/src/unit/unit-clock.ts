/** A unit's clock: it is wrong by what it was set wrong and by what it drifted since. Instants are epoch milliseconds. */
import { day_s } from '@brina/domain/language/durations';

/** Plain data, which survives the process. */
export type UnitClock = { isSet: boolean; offset_ms: number; setAt_ms: number };

/**
 * What the clock shows at an instant; 0 while it is not set.
 * @param drift_s seconds it gains in a day
 */
export function shownAt({ isSet, offset_ms, setAt_ms }: UnitClock, drift_s: number, true_ms: number): number {
  if (!isSet) return 0;
  return Math.round(true_ms + offset_ms + (drift_s * (true_ms - setAt_ms)) / day_s);
}

/** A clock that was set to show a time at an instant. */
export const setTo = (shown_ms: number, true_ms: number): UnitClock => ({
  isSet: true,
  offset_ms: shown_ms - true_ms,
  setAt_ms: true_ms,
});
