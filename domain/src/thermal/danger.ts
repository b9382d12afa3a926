/** How long food is where bacteria grow fast. */
import type { ForecastPoint } from './forecast.ts';

/** Minutes for which the core of a forecast is between two temperatures, °C; between two points it goes straight. */
export function minutesBetween(points: readonly ForecastPoint[], { from, to }: { from: number; to: number }): number {
  return points.reduce((sum, { at_min, core }, index) => {
    const before = points[index - 1];
    if (!before || before.core === null || core === null) return sum;
    const [low, high] = [Math.min(before.core, core), Math.max(before.core, core)];
    const length_min = at_min - before.at_min;
    if (low === high) return sum + (low >= from && low <= to ? length_min : 0);
    const inside = Math.max(0, Math.min(high, to) - Math.max(low, from));
    return sum + (length_min * inside) / (high - low);
  }, 0);
}
