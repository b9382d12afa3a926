/** What a screen and paper draw of a record. */
import { heldSet } from '@brina/domain/appliance/held-set';
import type { ChartContent, ChartFormat, ChartSeries } from '@brina/domain/charts/chart-content';
import { chartFormat } from '@brina/domain/charts/chart-format';
import type { Format } from '@brina/domain/language/reader';
import type { BatchRecord } from '../calls/record/haccp.ts';
import { crossingsOf, type PointCurve, pointCurves, warmestCurve } from './record-curve.ts';
import { type RecordSpeech, recordWords } from './record-words.ts';

/** Which curves of the core are drawn: the warmest, that and every point, or one point by its name. */
export type Shown = 'warmest' | 'every' | (string & {});

const isWhole = (shown: Shown): boolean => shown === 'warmest' || shown === 'every';

/** What is drawn of a record, in the reader's unit, and how it is written. */
export type RecordCurves = {
  from_ms: number;
  to_ms: number;
  /** Names of the points, and how each is shown. */
  points: readonly { name: string; label: string }[];
  /** The warmest value that counts, °C, at each sample. */
  core: readonly (number | null)[];
  content: (shown: Shown) => ChartContent;
  format: ChartFormat;
};

/** Null for a record without samples. */
export function recordCurves(speech: RecordSpeech, format: Format, record: BatchRecord): RecordCurves | null {
  const { samples, stages, startedAt, endedAt } = record;
  const [first] = samples.at;
  if (first === undefined) return null;
  const { t, word, time, pointName } = recordWords(speech, format, record);

  const from_ms = Math.min(startedAt, first);
  const to_ms = Math.max(endedAt ?? 0, samples.at.at(-1) ?? 0);
  const points = pointCurves(record);
  const core = warmestCurve(record, points);
  const inUnit = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : format.shownValue(value, 'Cel')));
  const nameAt = (place: number): string => pointName(record, place);

  const warmest: ChartSeries = { key: 'core', label: t('core'), colour: 'core', kind: 'line', values: inUnit(core) };
  const pointSeries = ({ name, counted }: PointCurve, kind: 'line' | 'thin'): ChartSeries => ({
    key: name,
    label: kind === 'thin' ? t('points') : nameAt(points.findIndex((one) => one.name === name)),
    colour: 'core',
    kind,
    values: inUnit(counted),
  });
  const doubtful = ({ name, doubtful: stretches }: PointCurve): ChartSeries[] =>
    stretches.map(({ reason, values }) => ({
      key: `${name} ${reason}`,
      label: t('notCountedFor', { reason: word(`gap.${reason}`) }),
      colour: 'doubtful',
      kind: 'doubtful',
      values: inUnit(values),
    }));
  const coreSeries = (shown: Shown): ChartSeries[] => {
    const one = points.find(({ name }) => name === shown);
    if (one) return [pointSeries(one, 'line')];
    const others = shown === 'every' ? points.map((point) => pointSeries(point, 'thin')) : [];
    return [...others, warmest];
  };
  const targets = [...new Set(stages.map(({ to }) => to))];
  const doors = record.doors.map(({ from, to }) => ({ from_ms: from, to_ms: to ?? to_ms }));
  return {
    from_ms,
    to_ms,
    points: points.map(({ name }, place) => ({ name, label: nameAt(place) })),
    core,
    format: { ...chartFormat(format, record.timeZone), time },
    content: (shown) => ({
      at_ms: samples.at,
      series: [
        ...coreSeries(shown),
        { key: 'air', label: t('air'), colour: 'air', kind: 'line', values: inUnit(samples.air) },
        { key: 'set', label: t('set'), colour: 'set', kind: 'step', values: inUnit(heldSet(samples.set, samples.at)) },
        ...points.filter(({ name }) => name === shown || isWhole(shown)).flatMap(doubtful),
      ],
      from_ms,
      to_ms,
      gaps: record.gaps.map(({ from, to, reason }) => ({ from_ms: from, to_ms: to, label: word(`gap.${reason}`) })),
      limits: targets.map((target) => ({ value: format.shownValue(target, 'Cel'), label: format.temperature(target) })),
      marks: crossingsOf(stages).map(({ at, temperature }) => ({
        at_ms: at,
        label: [
          ...(temperature === null ? [] : [format.temperature(temperature)]),
          format.clock(at, record.timeZone, { seconds: true }),
        ].join(' · '),
      })),
      ...spotsOf(record, { from_ms, to_ms, label: t('readings'), format }),
      ...(doors.length > 0 ? { strip: { label: t('doorOpen'), spans: doors } } : {}),
    }),
  };
}

/** What somebody read by hand while it ran. */
function spotsOf(
  { readings }: BatchRecord,
  { from_ms, to_ms, label, format }: { from_ms: number; to_ms: number; label: string; format: Format },
): Pick<ChartContent, 'spots'> {
  const places = readings
    .filter(({ at }) => at >= from_ms && at <= to_ms)
    .map(({ at, value_C }) => ({ at_ms: at, value: format.shownValue(value_C, 'Cel') }));
  return places.length > 0 ? { spots: { label, places } } : {};
}
