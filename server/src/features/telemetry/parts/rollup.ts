import { type MetricName, type MetricRow, metricNames, metrics } from '@brina/domain/metrics';

/** What a bucket keeps of a gauge: minimum, time-weighted mean, maximum and last value. */
export type GaugeStats = [min: number, mean: number, max: number, last: number];
/** What a bucket keeps of a state: seconds in each code. */
export type StateStats = Record<string, number>;
export type BucketMetrics = { [M in MetricName]?: GaugeStats | StateStats };
export type Bucket = { covered_s: number; metrics: BucketMetrics };

/** A raw sample as read for a rollup. */
export type RawSample = { at: number } & { readonly [M in MetricName]?: number | string | null };

/** A sample speaks for the time until the next one, at most for this long: twice the idle cadence. Beyond is a gap. */
export const speaksFor_ms = 120_000;

const rolled = metricNames.filter((name) => {
  const { hour, computed }: MetricRow = metrics[name];
  return hour !== null && !computed;
});

/**
 * Rolls the samples of one bucket up (design 7, chart ladder). A gap is never filled: time without a sample is not
 * covered and weighs nothing.
 * @param samples ascending; one sample before and one after the bucket may be among them and bound its edges
 */
export function rollUp(samples: readonly RawSample[], from_ms: number, to_ms: number): Bucket {
  const spans = samples.map((sample, i) => {
    const next_ms = samples[i + 1]?.at ?? Infinity;
    const start = Math.max(sample.at, from_ms);
    const end = Math.min(next_ms, sample.at + speaksFor_ms, to_ms);
    return { sample, weight_ms: Math.max(0, end - start), inside: sample.at >= from_ms && sample.at < to_ms };
  });
  const result: BucketMetrics = {};
  for (const name of rolled) {
    const stats = (metrics[name] as MetricRow).kind === 'state' ? stateStats(name, spans) : gaugeStats(name, spans);
    if (stats) result[name] = stats;
  }
  return { covered_s: Math.round(spans.reduce((sum, span) => sum + span.weight_ms, 0) / 1000), metrics: result };
}

type Span = { sample: RawSample; weight_ms: number; inside: boolean };

function gaugeStats(name: MetricName, spans: readonly Span[]): GaugeStats | undefined {
  let min = Infinity;
  let max = -Infinity;
  let sum = 0;
  let weight = 0;
  let last: number | undefined;
  for (const { sample, weight_ms, inside } of spans) {
    const value = sample[name];
    if (typeof value !== 'number' || !inside) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
    // A sample that speaks for no time still counts a little, so that a lone one has a mean.
    sum += value * Math.max(weight_ms, 1);
    weight += Math.max(weight_ms, 1);
    last = value;
  }
  return last === undefined ? undefined : [min, rounded(Math.min(max, Math.max(min, sum / weight))), max, last];
}

function stateStats(name: MetricName, spans: readonly Span[]): StateStats | undefined {
  const seconds: StateStats = {};
  for (const { sample, weight_ms } of spans) {
    const code = sample[name];
    if (typeof code === 'number' && weight_ms > 0) seconds[code] = rounded((seconds[code] ?? 0) + weight_ms / 1000);
  }
  return Object.keys(seconds).length > 0 ? seconds : undefined;
}

/** Merges the buckets of an hour, ascending: means by covered time, everything else exactly. */
export function mergeBuckets(buckets: readonly Bucket[]): Bucket {
  const merged: BucketMetrics = {};
  const weights = new Map<MetricName, number>();
  for (const { covered_s, metrics: stats } of buckets)
    for (const [name, one] of Object.entries(stats) as [MetricName, GaugeStats | StateStats][]) {
      const before = merged[name];
      if (Array.isArray(one)) {
        const weight = weights.get(name) ?? 0;
        const share = Math.max(covered_s, 1);
        weights.set(name, weight + share);
        merged[name] = Array.isArray(before)
          ? [
              Math.min(before[0], one[0]),
              rounded((before[1] * weight + one[1] * share) / (weight + share)),
              Math.max(before[2], one[2]),
              one[3],
            ]
          : one;
      } else {
        const sums: StateStats = before && !Array.isArray(before) ? { ...before } : {};
        for (const [code, seconds] of Object.entries(one)) sums[code] = rounded((sums[code] ?? 0) + seconds);
        merged[name] = sums;
      }
    }
  return { covered_s: buckets.reduce((sum, bucket) => sum + bucket.covered_s, 0), metrics: merged };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
