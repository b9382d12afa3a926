import { cadence } from '@brina/domain/appliance/cadence';
import {
  isSampledMetric,
  type MetricRow,
  metricNames,
  metrics,
  type SampledMetricName,
} from '@brina/domain/appliance/metrics';
import { minute_ms } from '@brina/domain/language/durations';

/** What a bucket keeps of a gauge: minimum, time-weighted mean, maximum, last value, and the seconds the mean speaks for. */
export type GaugeStats = [min: number, mean: number, max: number, last: number, seconds: number];
/** What a bucket keeps of a state: seconds in each code. */
export type StateStats = Record<string, number>;
export type BucketMetrics = { [M in SampledMetricName]?: GaugeStats | StateStats };
export type Bucket = { covered_s: number; metrics: BucketMetrics };

/** A raw sample as read for a rollup: the metrics of which it has a value. */
export type RawSample = { at: number } & { readonly [M in SampledMetricName]?: number | undefined };

/** A unit that samples was there until its next sample, at most for this long: twice the idle cadence. Beyond is a gap. */
export const speaksFor_ms = 2 * cadence.idle_ms;

/** Metrics that are rolled up: numbers that samples tell, and of which an hour keeps something. */
export const rolledMetrics = metricNames.filter((name): name is SampledMetricName => {
  const { hour, sql }: MetricRow = metrics[name];
  return isSampledMetric(name) && hour !== null && sql !== 'text';
});

/** A value holds until the next one of its metric, at most for twice the metric's own cadence; ten minutes if sent at changes only. */
function holdsFor_ms(name: SampledMetricName): number {
  const { sample_s }: MetricRow = metrics[name];
  return sample_s === null ? 10 * minute_ms : Math.max(speaksFor_ms, 2000 * Math.max(...sample_s.map((s) => s ?? 0)));
}

/** How far before a bucket its first values may have been sampled. */
export const lookBack_ms = Math.max(...rolledMetrics.map(holdsFor_ms));

/** A sample and the time it covers within the bucket. */
type Span = { sample: RawSample; covered_ms: number; isInside: boolean };

/**
 * Rolls the samples of one bucket up (docs/ARCHITECTURE.md, data). A gap is never filled: time without a sample is not
 * covered and weighs nothing.
 * @param samples ascending; those up to `lookBack_ms` before the bucket tell what held when it began
 */
export function rollUp(samples: readonly RawSample[], from_ms: number, to_ms: number): Bucket {
  const spans = samples.map((sample, i): Span => {
    const start = Math.max(sample.at, from_ms);
    const end = Math.min(samples[i + 1]?.at ?? Infinity, sample.at + speaksFor_ms, to_ms);
    return { sample, covered_ms: Math.max(0, end - start), isInside: sample.at >= from_ms && sample.at < to_ms };
  });
  const result: BucketMetrics = {};
  // Most models have few of the metrics.
  for (const name of rolledMetrics.filter((one) => samples.some((sample) => sample[one] !== undefined))) {
    const { kind }: MetricRow = metrics[name];
    const stats = kind === 'state' ? stateStats(name, spans) : gaugeStats(name, spans);
    if (stats) result[name] = stats;
  }
  const covered_ms = spans.reduce((sum, span) => sum + span.covered_ms, 0);
  return { covered_s: Math.round(covered_ms / 1000), metrics: result };
}

/** The value of a metric that held during each span, with the moment it was sampled. */
function* heldValues(
  name: SampledMetricName,
  spans: readonly Span[],
): Iterable<{ value: number; span: Span; isInside: boolean }> {
  const limit_ms = holdsFor_ms(name);
  let held: { value: number; at: number; isInside: boolean } | undefined;
  for (const span of spans) {
    const value = span.sample[name];
    if (value !== undefined) held = { value, at: span.sample.at, isInside: span.isInside };
    if (held && span.sample.at - held.at < limit_ms) yield { value: held.value, span, isInside: held.isInside };
  }
}

function gaugeStats(name: SampledMetricName, spans: readonly Span[]): GaugeStats | undefined {
  let min = Infinity;
  let max = -Infinity;
  let last = 0;
  let sum = 0;
  let weight_ms = 0;
  for (const { value, span, isInside } of heldValues(name, spans)) {
    if (!isInside) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
    last = value;
    // A sample that another one follows at once still counts a little, so that a lone one has a mean.
    const share_ms = Math.max(span.covered_ms, 1);
    sum += value * share_ms;
    weight_ms += share_ms;
  }
  if (weight_ms === 0) return undefined;
  return [min, between(min, rounded(sum / weight_ms), max), max, last, rounded(weight_ms / 1000)];
}

function stateStats(name: SampledMetricName, spans: readonly Span[]): StateStats | undefined {
  const codes = new Map<number, number>();
  for (const { value, span } of heldValues(name, spans))
    if (span.covered_ms > 0) codes.set(value, (codes.get(value) ?? 0) + span.covered_ms);
  if (codes.size === 0) return undefined;
  return Object.fromEntries([...codes].map(([code, ms]) => [code, rounded(ms / 1000)]));
}

/** Merges the buckets of an hour, ascending: means by the time they speak for, everything else exactly. */
export function mergeBuckets(buckets: readonly Bucket[]): Bucket {
  const merged: BucketMetrics = {};
  for (const bucket of buckets)
    for (const [name, stats] of Object.entries(bucket.metrics) as [SampledMetricName, GaugeStats | StateStats][]) {
      const before = merged[name];
      if (Array.isArray(stats)) merged[name] = Array.isArray(before) ? joinedGauges(before, stats) : stats;
      else merged[name] = before && !Array.isArray(before) ? joinedStates(before, stats) : stats;
    }
  return { covered_s: buckets.reduce((sum, { covered_s }) => sum + covered_s, 0), metrics: merged };
}

function joinedGauges(a: GaugeStats, b: GaugeStats): GaugeStats {
  const [min, max, seconds] = [Math.min(a[0], b[0]), Math.max(a[2], b[2]), a[4] + b[4]];
  return [min, between(min, rounded((a[1] * a[4] + b[1] * b[4]) / seconds), max), max, b[3], rounded(seconds)];
}

function joinedStates(a: StateStats, b: StateStats): StateStats {
  const sums = { ...a };
  for (const [code, seconds] of Object.entries(b)) sums[code] = rounded((sums[code] ?? 0) + seconds);
  return sums;
}

const between = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));
const rounded = (value: number): number => Math.round(value * 1000) / 1000;
