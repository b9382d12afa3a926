/** What went wrong in a period, record by record, each with its curve. */
import type { ChartContent, ChartSeries } from '@brina/domain/charts/chart-content';
import { chartFormat } from '@brina/domain/charts/chart-format';
import { fewerPoints } from '@brina/domain/charts/fewer-points';
import { holdKinds, seriesStep_ms } from '@brina/domain/haccp/holding/day';
import { minute_ms } from '@brina/domain/language/durations';
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { HoldContent } from '../calls/record/holding.ts';
import type { PeriodException } from './period-content.ts';
import type { PeriodGiven } from './period-words.ts';
import { recordCurves } from './record-curves.ts';
import { recordWords } from './record-words.ts';

/** A curve on paper shows no more. */
const points_max = 600;

type BatchException = Extract<PeriodException, { kind: 'batch' }>['record'];

export function exceptionParts(given: PeriodGiven): SheetPart[] {
  const { t, content } = given;
  const { exceptions, exceptionsLeftOut: left } = content;
  const n = exceptions.length + left;
  return [
    {
      title: t('exceptions'),
      texts:
        n === 0 ? [t('noExceptions')] : [t('exceptionCount', { n }), ...(left > 0 ? [t('leftOut', { n: left })] : [])],
    },
    ...exceptions.map((one) => (one.kind === 'batch' ? batchPart(given, one.record) : dayPart(given, one.content))),
  ];
}

function batchPart({ say, t, format, words }: PeriodGiven, record: BatchException): SheetPart {
  const said = recordWords(say, format, record);
  const curves = recordCurves(say, format, record);
  const verdict = words.verdict(record.verdict);
  return {
    title: t('exceptionOf', {
      what: said.name(record),
      unit: record.applianceName,
      time: words.time(record.startedAt, record.timeZone),
    }),
    ...(curves && {
      plot: { content: fewerPoints(curves.content('warmest'), points_max), format: curves.format },
    }),
    texts: [
      record.limit_min === null ? verdict : `${verdict} · ${said.measured(record)} · ${said.ruleName(record)}`,
      ...record.reasons.map(said.reason),
      ...said.remarks(record),
      ...record.notes.map(({ text, by, enteredAt }) => `${text} (${by}, ${said.time(enteredAt)})`),
      ...(curves ? [] : [say.record('noSamples')]),
      say.record('recordId', { id: record.batchId }),
    ],
  };
}

function dayPart({ say, t, format, words }: PeriodGiven, content: HoldContent): SheetPart {
  const { timeZone, excursions, reasons } = content;
  const time = (at: number): string => words.time(at, timeZone);
  return {
    title: t('exceptionOf', { what: t('day'), unit: content.applianceName, time: words.day(content.day) }),
    plot: { content: dayCurve({ say, t, format }, content), format: { ...chartFormat(format, timeZone), time } },
    texts: [
      words.verdict(content.verdict),
      ...reasons.map((reason) => say.holding(`reason.${reason}`)),
      ...excursions.map((one) =>
        t('excursion', {
          from: time(one.from),
          to: time(one.to),
          extreme: format.temperature(one.extreme),
          minutes: format.duration(one.minutes * minute_ms),
          degrees: format.number(one.degree_min, 1),
        }),
      ),
    ],
  };
}

/** Food and air of each ten minutes, with the limits, the gaps, and when the door stood open. */
function dayCurve({ say, t, format }: Pick<PeriodGiven, 'say' | 't' | 'format'>, content: HoldContent): ChartContent {
  const { from, to, food, air } = content;
  const inUnit = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : format.shownValue(value, 'Cel')));
  const line = (of: HoldContent['food'], more: Pick<ChartSeries, 'key' | 'label' | 'colour'>): ChartSeries => ({
    ...more,
    kind: 'line',
    values: inUnit(of.mean),
    low: inUnit(of.min),
    high: inUnit(of.max),
  });
  const held = holdKinds.filter((kind) => content.settings.some(({ holding }) => holding === kind));
  const limits = [...new Set(held.map((kind) => content.limits[kind].limit_C))];
  const doors = content.doors.map((door) => ({
    from_ms: Math.max(door.from, from),
    to_ms: Math.min(door.to ?? to, to),
  }));
  return {
    // A value stands in the middle of its ten minutes.
    at_ms: food.mean.map((_, i) => from + (i + 0.5) * seriesStep_ms),
    series: [
      line(food, { key: 'food', label: t('food'), colour: 'core' }),
      line(air, { key: 'air', label: say.record('air'), colour: 'air' }),
    ],
    from_ms: from,
    to_ms: to,
    gaps: content.gaps.map((one) => ({
      from_ms: one.from,
      to_ms: one.to,
      label: one.reason === 'probe_fault' ? say.holding('gap.probe_fault') : say.rule(`gap.${one.reason}`),
    })),
    limits: limits.map((limit) => ({ value: format.shownValue(limit, 'Cel'), label: format.temperature(limit) })),
    marks: [],
    ...(doors.length > 0 && { strip: { label: say.record('doorOpen'), spans: doors } }),
  };
}
