/** Batches as a kitchen would draw them: corners of a curve, straight between them. */
import { minute_ms } from '../../language/durations.ts';
import type { BatchSample } from '../batch.ts';

/** Corners `min,°C`, such as `0,80 10,70 40,25`; the minutes, of two decimals, are meant to ten seconds. */
export type Curve = string;

/** Minute 0 of each curve. */
export const start = Date.UTC(2026, 2, 5, 8);

/** Value of a curve at a minute; null outside of it, and of one that has no corner. */
function along(curve: Curve, minutes: number): number | null {
  if (curve === '') return null;
  const corners = curve.split(' ').map((corner): [number, number] => {
    const [at, value] = corner.split(',').map(Number) as [number, number];
    return [Math.round(at * 6) / 6, value];
  });
  const next = corners.findIndex(([at]) => at >= minutes);
  const [toAt, to] = corners[next] ?? [Number.NaN, Number.NaN];
  if (next < 0 || (next === 0 && toAt > minutes)) return null;
  if (next === 0) return to;
  const [fromAt, from] = corners[next - 1] as [number, number];
  return from + ((to - from) * (minutes - fromAt)) / (toAt - fromAt);
}

/** The last minute of a curve. */
export const lengthOf = (curve: Curve): number => Number(curve.split(' ').at(-1)?.split(',')[0]);

/** How a batch is sampled. */
type Sampling = {
  readonly every_s?: number;
  readonly air?: Curve | undefined;
  readonly none?: readonly [number, number] | undefined;
};

/**
 * Samples of a needle along some curves, a point each, to 0.01 K. The samples at both ends of `none` stand, unless they are the first or
 * the last.
 */
export function samplesOf(
  curves: readonly Curve[],
  { every_s = 10, air = '0,-10 1000,-10', none }: Sampling = {},
): BatchSample[] {
  const last_min = Math.max(...curves.map(lengthOf));
  const count = Math.round((last_min * 60) / every_s);
  const hundredth = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);
  return Array.from({ length: count + 1 }, (_, i): BatchSample => {
    const minutes = Math.min((i * every_s) / 60, last_min);
    return {
      at: start + Math.round(minutes * minute_ms),
      core: curves.map((curve) => hundredth(along(curve, minutes))),
      air: hundredth(along(air, minutes) ?? Number(air.split(' ').at(-1)?.split(',')[1])),
    };
  }).filter(({ at }, i) => {
    if (!none) return true;
    const minutes = (at - start) / minute_ms;
    const [from, to] = none;
    const ends = (minutes === from && i > 0) || (minutes === to && i < count);
    return minutes < from || minutes > to || ends;
  });
}
