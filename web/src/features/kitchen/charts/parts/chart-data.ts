/** Charts of any metrics: what the address asks for, the axes they share, and the file to download (S3.13). */
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { overdue_ms } from '@brina/domain/appliance/cadence';
import { metricsOf } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import {
  type ChartAxis,
  isChartedMetric,
  type MetricName,
  type MetricRow,
  metrics,
} from '@brina/domain/appliance/metrics';
import type { CsvSeparator } from '@brina/domain/language/csv';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { instantOf, isLocalMinute } from '@brina/domain/language/local-minute';
import type { Locale } from '@brina/domain/language/locales';
import { formatNumber } from '@brina/domain/language/numbers';

/** So many metrics at most: more lines say less. */
export const metrics_max = 6;

/** Periods of the charts; `custom` runs from one day of the kitchen's calendar to another, both included. */
const periods = { '24h': day_ms, '7d': 7 * day_ms, '30d': 30 * day_ms } as const;
export const periodKeys = ['24h', '7d', '30d', 'custom'] as const;
export type PeriodKey = (typeof periodKeys)[number];

/** The longest period that is asked for. */
const custom_max_days = 366;

/** What the address says of the charts. */
export type ChartChoice = { names: readonly MetricName[]; period: PeriodKey; from: string; to: string };

const axisOf = (name: MetricName): ChartAxis | null => (metrics[name] as MetricRow).chart;

/** The metrics of a model that can be charted, in the catalogue's order. */
export const chartable = (model: ModelRow): readonly MetricName[] =>
  metricsOf(model).filter((name) => axisOf(name) !== null && isChartedMetric(name));

/** What is charted when nothing was chosen: the air and its set-point. */
const usual: readonly MetricName[] = ['TCell', 'cellSetTemp'];

/** Reads the choice out of the URL's search; what the model does not have is left out. @param today of the kitchen's calendar */
export function readChoice(
  search: Readonly<Record<string, unknown>>,
  offered: readonly MetricName[],
  today: string,
): ChartChoice {
  const asked = typeof search.metrics === 'string' ? search.metrics.split(',') : usual;
  const day = (value: unknown): string =>
    typeof value === 'string' && isLocalMinute(`${value}T00:00`) ? value : today;
  return {
    names: offered.filter((name) => asked.includes(name)).slice(0, metrics_max),
    period: periodKeys.find((key) => key === search.period) ?? '24h',
    from: day(search.from),
    to: day(search.to),
  };
}

/**
 * The stretch of time of a choice, epoch ms; null when its days are the wrong way round or too far apart.
 * @param now_ms end of the periods that run up to now
 */
export function stretchOf(
  { period, from, to }: ChartChoice,
  now_ms: number,
  timeZone: string,
): { from: number; to: number } | null {
  if (period !== 'custom') return { from: now_ms - periods[period], to: now_ms };
  const start = instantOf(`${from}T00:00`, timeZone);
  const end = instantOf(`${to}T23:59`, timeZone) + minute_ms;
  return end <= start || end - start > custom_max_days * day_ms ? null : { from: start, to: Math.min(end, now_ms) };
}

/** Metrics that share an axis; states are strips of their own. */
export type AxisGroup = { axis: ChartAxis; names: readonly MetricName[] };

/** The metrics by axis, in the order in which the axes first come. */
export function groupsOf(names: readonly MetricName[]): readonly AxisGroup[] {
  const groups = new Map<ChartAxis, MetricName[]>();
  for (const name of names) {
    const axis = axisOf(name);
    if (axis) groups.set(axis, [...(groups.get(axis) ?? []), name]);
  }
  return [...groups].map(([axis, own]) => ({ axis, names: own }));
}

/**
 * Stretches in one state, from the codes of buckets; a silence of more than an overdue sample ends a stretch. What is sent at changes only lasts until the
 * next, as long as anything is measured.
 */
export function stretchesOf(
  { at, step_ms, series, gaps }: Chart,
  name: MetricName,
): { code: number; from: number; to: number }[] {
  const codes = series[name]?.max ?? [];
  const lasts = metrics[name].sample_s === null;
  const stretches: { code: number; from: number; to: number }[] = [];
  let held: number | null = null;
  at.forEach((from, index) => {
    const last = stretches.at(-1);
    const to = at[index + 1] ?? from + step_ms;
    const measured = !gaps.some((gap) => gap.from < to && from < gap.to);
    const code = codes[index] ?? (lasts && measured && last?.to === from ? held : null);
    if (code === null) return;
    // Of several codes in a bucket the one that lasted longest goes on.
    held = series[name]?.mean[index] ?? held;
    if (last?.code === code && from - last.to <= overdue_ms) last.to = to;
    else stretches.push({ code, from, to });
  });
  return stretches;
}

/** How the spreadsheets of a language read a file: where a comma is the decimal sign, semicolons part the columns. */
export type CsvStyle = { decimal: ',' | '.'; separator: CsvSeparator };

/** The style of a language. */
export const csvStyleOf = (locale: Locale): CsvStyle =>
  formatNumber(0.5, locale, 1).includes(',') ? { decimal: ',', separator: ';' } : { decimal: '.', separator: ',' };

/** A number as a file holds it: no groups, and the plain sign. */
export const csvNumber = (value: number, decimals: number, { decimal }: CsvStyle): string =>
  value.toFixed(decimals).replace('.', decimal);
