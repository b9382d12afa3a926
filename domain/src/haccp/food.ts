/** What food can do, and what therefore is a needle's. Temperatures in °C, rates in K/min. */
import { minute_ms } from '../language/durations.ts';

/** How fast it changed, K/min. */
export const rateOf = (change_K: number, span_ms: number): number => (change_K * minute_ms) / span_ms;

/** How fast food falls by itself is told by its last minutes. */
export const usual_ms = 5 * minute_ms;

/** No core falls faster: slices of 10 mm. */
export const food_max_K_min = 9.6;

/** Food that has frozen through falls faster than it did while it froze, which it does between these. */
export const freezes_C = 0;
const frozen_C = -3;
/**
 * But the longer it took, the slower: minutes of freezing times K/min afterwards. Slabs of 10 to 60 mm in air of −30 and −40 °C, computed
 * with the heat of fusion spread by Raoult's law, give 32 to 42 K, whatever their thickness and the wind.
 */
const afterFreezing_max_K = 100;

/** A core falls by more than this, where it fell so much slower some minutes before, only as it begins to cool. */
export const sudden_K_min = 4;
const sudden_times = 3;

const isFreezing = (value: number): boolean => value <= freezes_C && value >= frozen_C;

/** Whether a fall of frozen food is no core's, by what it said until then of how long it froze. */
export function isSuddenOfFrozen(
  rate_K_min: number,
  before: readonly { readonly at: number; readonly value: number }[],
): boolean {
  let freezing_ms = 0;
  for (const [i, { at, value }] of before.entries()) {
    const last = before[i - 1];
    if (last && isFreezing(last.value) && isFreezing(value)) freezing_ms += at - last.at;
  }
  return (rate_K_min * freezing_ms) / minute_ms > afterFreezing_max_K;
}

/** Whether a fall is no core's, as it had fallen until then. */
export const isSuddenFall = (rate_K_min: number, usual_K_min: number): boolean =>
  rate_K_min > Math.max(sudden_K_min, sudden_times * usual_K_min);
