/** Whether a plan in time and its forecast agree. */
import type { Scheduled } from '../cycles/schedule.ts';
import { minute_ms } from '../language/durations.ts';
import type { Forecast } from './forecast.ts';

/** A difference that a kitchen can live with. */
const tolerated_min = 15;

/**
 * Minutes by which a phase of a plan in time begins or ends elsewhere than its forecast says, where it matters; null where it does not. The
 * plan counts a phase that ends by the food with the time it usually takes, the forecast with what this load needs.
 */
export function scheduleDrift_min(phases: readonly Scheduled[], forecast: Forecast): number | null {
  const begins = phases[0]?.from ?? 0;
  const differences = forecast.phases.flatMap(({ index, from_min, to_min }): number[] => {
    const scheduled = index === null ? undefined : phases[index];
    if (!scheduled) return [];
    const minutes = (at: number): number => (at - begins) / minute_ms;
    const ends = to_min === null ? [] : [Math.abs(minutes(scheduled.to) - to_min)];
    return [Math.abs(minutes(scheduled.from) - from_min), ...ends];
  });
  const most_min = Math.max(0, ...differences);
  return most_min > tolerated_min ? most_min : null;
}
