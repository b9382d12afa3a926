/** What is kept of a day's curve, since its telemetry is not kept for ever. */
import { gapLimit_ms } from '../batch.ts';
import { type HoldDay, type HoldSample, type HoldSeries, holdsInOrder, seriesStep_ms } from './day.ts';

/** The values of a day by tens of minutes; a value counts for as long as it stood. */
export function seriesOf({ from, to, samples }: HoldDay, valueOf: (sample: HoldSample) => number | null): HoldSeries {
  const places = Array.from({ length: Math.ceil((to - from) / seriesStep_ms) }, () => ({
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    sum: 0,
    ms: 0,
  }));
  const ordered = holdsInOrder(samples);
  for (const [i, sample] of ordered.entries()) {
    const value = valueOf(sample);
    const place = places[Math.floor((sample.at - from) / seriesStep_ms)];
    if (value === null || !place) continue;
    const ms = Math.max(1, Math.min((ordered[i + 1]?.at ?? sample.at) - sample.at, gapLimit_ms));
    place.min = Math.min(place.min, value);
    place.max = Math.max(place.max, value);
    place.sum += value * ms;
    place.ms += ms;
  }
  const hundredth = (value: number): number => Math.round(value * 100) / 100 + 0;
  const of = (read: (place: (typeof places)[number]) => number): (number | null)[] =>
    places.map((place) => (place.ms === 0 ? null : hundredth(read(place))));
  return { min: of(({ min }) => min), mean: of(({ sum, ms }) => sum / ms), max: of(({ max }) => max) };
}

/** The coldest, the mean and the warmest that a day's curve says; null where it says nothing. */
export function rangeOf({ min, mean, max }: HoldSeries): Record<'min' | 'mean' | 'max', number | null> {
  const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);
  const [lows, means, highs] = [known(min), known(mean), known(max)];
  return {
    min: lows.length === 0 ? null : Math.min(...lows),
    mean: means.length === 0 ? null : Math.round((means.reduce((a, b) => a + b, 0) / means.length) * 100) / 100 + 0,
    max: highs.length === 0 ? null : Math.max(...highs),
  };
}
