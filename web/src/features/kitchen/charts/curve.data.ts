/** What the appliance page asks for beside the appliance itself: the curve of a period, and what becomes of a command. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { metricsOf, modelRow } from '@brina/domain/appliance/families/families';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { heldSet } from '@brina/domain/appliance/held-set';
import { corePoints, inFirstZone, type MetricName } from '@brina/domain/appliance/metrics';
import { warmestOf } from '@brina/domain/haccp/batch';
import { hour_ms } from '@brina/domain/language/durations';
import { chamberOf, coreOf, setOf } from '../../../appliance/appliance-state.ts';

/** Periods of the curve as they stand in the URL. */
export const ranges = {
  '2h': 2 * hour_ms,
  '8h': 8 * hour_ms,
  '24h': 24 * hour_ms,
  '7d': 168 * hour_ms,
  '30d': 720 * hour_ms,
} as const;
export type Range = keyof typeof ranges;
export const rangeKeys = Object.keys(ranges) as readonly Range[];

/** Reads the period out of the URL's search. */
export const readRange = (search: Readonly<Record<string, unknown>>): Range =>
  rangeKeys.find((range) => range === search.range) ?? '2h';

/** Metrics of the curve of a model, as the call wants them: its zones, and the core where it has a needle. */
export function curveMetrics(storedName: string): string {
  const model = modelRow(storedName);
  const drawn: readonly MetricName[] = ['TCell', 'cellSetTemp', ...corePoints, 'TCellZone2', 'cellSetTempZone2'];
  const fitted: readonly MetricName[] = model ? metricsOf(model).filter((name) => drawn.includes(name)) : drawn;
  return (model && zonesOf(model) === 1 ? fitted.filter((name) => inFirstZone(name) === name) : fitted).join(',');
}

type Numbers = (number | null)[];

/** A curve in °C with one time axis: stored values, and behind them what came in live. */
export type Curve = {
  at_ms: number[];
  air: Numbers;
  airLow: Numbers;
  airHigh: Numbers;
  core: Numbers;
  set: Numbers;
  /** Of the second zone; all null where there is none. */
  air2: Numbers;
  set2: Numbers;
  gaps: Chart['gaps'];
  arriving: Chart['arriving'];
};

/** A moment of the live picture; all null once the appliance is not heard any more. */
export type LivePoint = {
  at_ms: number;
  air: number | null;
  core: number | null;
  set: number | null;
  /** Of the second zone, where there is one. */
  air2?: number | null;
  set2?: number | null;
};

/** The live picture of now, as a point of the curve. */
export const livePoint = (appliance: Appliance, at_ms: number): LivePoint =>
  appliance.online
    ? {
        at_ms,
        air: chamberOf(appliance),
        core: coreOf(appliance),
        set: setOf(appliance),
        air2: chamberOf(appliance, 2),
        set2: setOf(appliance, 2),
      }
    : { at_ms, air: null, core: null, set: null };

/** A chart of a longer period has wider buckets, up to this: it still needs points that a finer one has stored already. */
const widestBucket_ms = hour_ms;

/** The live picture since a page was opened, one point whenever it changes, as far back as no stored chart shows it. */
export class LiveTail {
  readonly #points: LivePoint[] = [];

  /** Oldest first. The array is one and the same all the time. */
  get points(): readonly LivePoint[] {
    return this.#points;
  }

  /**
   * Takes the picture of now, and forgets what is stored.
   * @param storedTo_ms the last stored bucket; what is older by more than the widest bucket goes
   */
  add(point: LivePoint, storedTo_ms: number): void {
    const points = this.#points;
    const last = points.at(-1);
    const same =
      last && (['air', 'core', 'set', 'air2', 'set2'] as const).every((value) => last[value] === point[value]);
    // While the same value goes on, the last point moves along with the time.
    if (same && points.length > 1) points[points.length - 1] = point;
    else points.push(point);
    const kept = points.findIndex(({ at_ms }) => at_ms >= storedTo_ms - widestBucket_ms);
    if (kept > 0) points.splice(0, kept);
  }
}

/** Joins a stored chart with the live points after its last bucket. */
export function curveOf(chart: Chart, live: readonly LivePoint[]): Curve {
  const { at, series, gaps, arriving, step_ms } = chart;
  const empty = (): Numbers => at.map(() => null);
  const air = series.TCell ?? { min: empty(), mean: empty(), max: empty() };
  const cores = corePoints.map((point) => series[point]?.max ?? []);
  const set = heldSet(series.cellSetTemp?.mean ?? empty(), at);
  const set2 = heldSet(series.cellSetTempZone2?.mean ?? empty(), at);
  // Between cycles the needle hangs in the chamber: it measures food only while the air is controlled. Its warmest point judges.
  const core = at.map((_, i) => (set[i] === null ? null : warmestOf(cores.map((point) => point[i] ?? null))));
  const tail = live.filter((point) => point.at_ms > (at.at(-1) ?? chart.from) + step_ms / 2);
  return {
    at_ms: [...at, ...tail.map((point) => point.at_ms)],
    air: [...air.mean, ...tail.map((point) => point.air)],
    airLow: [...air.min, ...tail.map((point) => point.air)],
    airHigh: [...air.max, ...tail.map((point) => point.air)],
    core: [...core, ...tail.map((point) => (point.set === null ? null : point.core))],
    set: [...set, ...tail.map((point) => point.set)],
    air2: [...(series.TCellZone2?.mean ?? empty()), ...tail.map((point) => point.air2 ?? null)],
    set2: [...set2, ...tail.map((point) => point.set2 ?? null)],
    gaps,
    arriving,
  };
}
