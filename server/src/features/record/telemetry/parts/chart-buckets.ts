import type { Chart } from '@brina/contract/calls/record/telemetry';
import type { MetricName } from '@brina/domain/appliance/metrics';
import { bucketOf } from './buckets.ts';

/** What is known of a gauge in a stretch; `weight` is the time its mean speaks for, ms. */
export type GaugePart = { min: number; mean: number; max: number; weight: number };

type Series = Chart['series'][string];

/** Buckets of a chart while parts from several rungs are added to them: means join by the time they speak for. */
export class ChartBuckets {
  readonly step_ms: number;
  readonly #gauges = new Map<string, GaugePart>();
  /** Milliseconds in each code. */
  readonly #states = new Map<string, Map<number, number>>();
  readonly #moments = new Set<number>();

  constructor(step_ms: number) {
    this.step_ms = step_ms;
  }

  addGauge(name: MetricName, at_ms: number, part: GaugePart): void {
    const key = keyOf(name, this.#bucket(at_ms));
    const before = this.#gauges.get(key);
    this.#gauges.set(key, before ? joined(before, part) : part);
  }

  addState(name: MetricName, at_ms: number, code: number, ms: number): void {
    const key = keyOf(name, this.#bucket(at_ms));
    const codes = this.#states.get(key) ?? new Map<number, number>();
    this.#states.set(key, codes.set(code, (codes.get(code) ?? 0) + ms));
  }

  /** Starts of the buckets that hold anything, ascending. */
  moments(): number[] {
    return [...this.#moments].sort((a, b) => a - b);
  }

  /** A metric over `moments()`: of a state the lowest, the longest and the highest code of each bucket. */
  series(name: MetricName): Series {
    const keys = this.moments().map((at) => keyOf(name, at));
    const parts = keys.map((key) => this.#gauges.get(key) ?? dominant(this.#states.get(key)));
    return {
      min: parts.map((part) => part && rounded(part.min)),
      mean: parts.map((part) => part && rounded(part.mean)),
      max: parts.map((part) => part && rounded(part.max)),
    };
  }

  #bucket(at_ms: number): number {
    const at = bucketOf(at_ms, this.step_ms);
    this.#moments.add(at);
    return at;
  }
}

const keyOf = (name: MetricName, bucket: number): string => `${name} ${bucket}`;

function joined(a: GaugePart, b: GaugePart): GaugePart {
  const weight = a.weight + b.weight;
  const mean = (a.mean * a.weight + b.mean * b.weight) / weight;
  return { min: Math.min(a.min, b.min), mean, max: Math.max(a.max, b.max), weight };
}

/** A state has no mean: the code that lasted longest stands for its bucket. */
function dominant(codes: ReadonlyMap<number, number> | undefined): Omit<GaugePart, 'weight'> | null {
  if (!codes || codes.size === 0) return null;
  const [longest] = [...codes].reduce((a, b) => (b[1] > a[1] ? b : a));
  return { min: Math.min(...codes.keys()), mean: longest, max: Math.max(...codes.keys()) };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
