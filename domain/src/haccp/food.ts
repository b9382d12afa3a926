/** What food can do, and what therefore is a needle's. Temperatures in °C, rates in K/min. */
import { minute_ms } from '../language/durations.ts';

/** How fast it changed, K/min. */
export const rateOf = (change_K: number, span_ms: number): number => (change_K * minute_ms) / span_ms;

/** How fast food falls by itself is told by its last minutes. */
export const usual_ms = 5 * minute_ms;

/** No core falls faster: slices of 10 mm. */
export const food_max_K_min = 9.6;

/** Food that has frozen through falls faster than it did while it froze. */
export const freezes_C = 0;

/** A core never falls by more than this where it fell so much slower some minutes before. */
export const sudden_K_min = 4;
const sudden_times = 3;

/** Whether a fall is no core's, as it had fallen until then. */
export const isSuddenFall = (rate_K_min: number, usual_K_min: number): boolean =>
  rate_K_min > Math.max(sudden_K_min, sudden_times * usual_K_min);
