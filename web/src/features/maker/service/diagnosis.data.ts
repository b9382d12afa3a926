/** What the last thirty days of an appliance are made of: which curves, and what it worked each day. */
import type { AlarmInterval } from '@brina/contract/calls/record/alarms';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { severities } from '@brina/domain/alarms/rows/alarm-row';
import { modelRow } from '@brina/domain/appliance/families/families';
import { zonesOf } from '@brina/domain/appliance/families/family';
import { inZone, type MetricName } from '@brina/domain/appliance/metrics';
import { day_ms, hour_ms, minute_ms } from '@brina/domain/language/durations';

/** Longer than this without a value is a silence; counters are sent every five minutes. */
const silence_ms = 6 * hour_ms;

/** Whose last thirty days are shown; times are those of `timeZone`, the kitchen's. */
export type DiagnosedAppliance = { readonly serialNumber: string; readonly model: string; readonly timeZone: string };

/** A stretch of time, epoch ms. */
export type Period = { readonly from: number; readonly to: number };

/** The thirty days before a moment. */
export const lastThirtyDays = (now_ms: number): Period => {
  const to = Math.ceil(now_ms / minute_ms) * minute_ms;
  return { from: to - 30 * day_ms, to };
};

/** How often an alarm that is over was on. */
export type PastAlarm = { readonly name: string; readonly times: number };

/**
 * The alarms that are over, each with how often it was on, the gravest and then the most frequent first. Left out is what a cause
 * explains, unless food got warm meanwhile, and what was found to be a mistake.
 */
export function pastOf(intervals: readonly AlarmInterval[]): PastAlarm[] {
  const past = new Map<string, PastAlarm & Pick<AlarmInterval, 'severity'>>();
  for (const { name, severity, state, foldedInto, excursion } of intervals)
    if (state === 'cleared' && (foldedInto === null || excursion !== null))
      past.set(name, { name, severity, times: (past.get(name)?.times ?? 0) + 1 });
  return [...past.values()]
    .sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.times - a.times)
    .map(({ name, times }) => ({ name, times }));
}

/** The metrics of the four curves of a zone; the second zone has its own evaporator and condenser. */
export type ZoneCurves = {
  readonly zone: 1 | 2;
  readonly chamber: MetricName;
  readonly set: MetricName;
  readonly condenser: MetricName;
  readonly evaporator: MetricName;
};

/** The curves of every zone of a model; of one this version does not know, those of the first. */
export function zoneCurves(storedName: string): readonly ZoneCurves[] {
  const row = modelRow(storedName);
  const zones: readonly (1 | 2)[] = row && zonesOf(row) === 2 ? [1, 2] : [1];
  return zones.map((zone) => ({
    zone,
    chamber: inZone('TCell', zone),
    set: inZone('cellSetTemp', zone),
    condenser: `TCondenser${zone}`,
    evaporator: `TEvap${zone}`,
  }));
}

/** Counters that only grow, read for what a day added to them. */
export const dailyCounters = ['totalOpenDoor1Counter', 'totalOpenDoor2Counter', 'compressorHours'] as const;

/** A bucket may be this long without a day's value moving by more than a share that matters. */
export const dailyPoints = 730;

/** What an appliance did on one day of its kitchen; null where nothing was counted. */
export type Day = {
  readonly at_ms: number;
  readonly doors: number | null;
  readonly compressor_h: number | null;
  /** Whether a stretch of it has come, and is not ready to be shown. */
  readonly isArriving: boolean;
};

/** Door openings and compressor hours of each day of a period, by the kitchen's calendar. */
export function dailyWork({ at, series, gaps }: Chart, period: Period, timeZone: string): readonly Day[] {
  const dayOf = dayNamer(timeZone);
  const [first, second, hours] = dailyCounters.map((name) => growth(at, series[name], dayOf));
  const arriving = gaps.filter(({ reason }) => reason === 'arriving');
  // A stretch that ends soon after midnight touches that day too.
  const arrivingOn = new Set(arriving.flatMap((gap) => [...daysOf(gap, dayOf).keys(), dayOf(gap.to - 1)]));
  return [...daysOf(period, dayOf)].map(([day, at_ms]) => {
    const one = first?.get(day);
    const other = second?.get(day);
    return {
      at_ms,
      doors: one === undefined && other === undefined ? null : (one ?? 0) + (other ?? 0),
      compressor_h: hours?.get(day) ?? null,
      isArriving: arrivingOn.has(day),
    };
  });
}

/** The days of a stretch, looked at four times a day, and the first moment at which each was met. */
function daysOf({ from, to }: Period, dayOf: (at_ms: number) => string): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (let moment = from; moment < to; moment += day_ms / 4) {
    const day = dayOf(moment);
    if (!days.has(day)) days.set(day, moment);
  }
  return days;
}

/** What each day added to a counter. One that falls was set back and counts from nought. */
function growth(
  at: readonly number[],
  values: Chart['series'][string] | undefined,
  dayOf: (at_ms: number) => string,
): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  let before: { value: number; at_ms: number } | undefined;
  for (const [place, at_ms] of at.entries()) {
    const value = values?.max[place] ?? null;
    if (value === null) continue;
    // What was counted in a long silence is of nobody knows which day.
    const known = before && at_ms - before.at_ms <= silence_ms ? before.value : (values?.min[place] ?? value);
    const day = dayOf(at_ms);
    added.set(day, (added.get(day) ?? 0) + (value >= known ? value - known : value));
    before = { value, at_ms };
  }
  return added;
}

function dayNamer(timeZone: string): (at_ms: number) => string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  return (at_ms) => day.format(at_ms);
}
