import { hour_ms, minute_ms } from '@brina/domain/language/durations';
import type { Stretch } from '../gaps.ts';

/** Rungs of the chart ladder above raw samples, ms. */
export const rollupSteps = { '10min': 10 * minute_ms, hour: hour_ms } as const;
export type RollupLevel = keyof typeof rollupSteps;

/** Start of the bucket of `step_ms` that holds a moment; buckets begin at multiples of their step since 1970 UTC. */
export const bucketOf = (at_ms: number, step_ms: number): number => Math.floor(at_ms / step_ms) * step_ms;

/** Buckets by their starts, ascending, as stretches: neighbours are one. */
export function runsOf(buckets: readonly number[], step_ms: number): Stretch[] {
  const runs: Stretch[] = [];
  for (const from of buckets) {
    const last = runs.at(-1);
    if (last?.to === from) last.to = from + step_ms;
    else runs.push({ from, to: from + step_ms });
  }
  return runs;
}
