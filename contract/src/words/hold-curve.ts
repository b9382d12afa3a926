import type { ChartContent, ChartSeries } from '@brina/domain/charts/chart-content';
import { holdKinds, seriesStep_ms } from '@brina/domain/haccp/holding/day';
import type { Format } from '@brina/domain/language/reader';
import type { HoldRecord } from '../calls/record/holding.ts';
import { type HoldSpeech, holdWords } from './hold-words.ts';
import type { RecordSpeech } from './record-words.ts';

/** What is drawn of a day: food and air of each ten minutes, with the limit, the gaps, and when the door stood open. */
export function holdCurve(
  say: HoldSpeech & Pick<RecordSpeech, 'record'>,
  format: Format,
  record: HoldRecord,
): ChartContent {
  const { t, gap } = holdWords(say, format);
  const { from, to, food, air } = record;
  const inUnit = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : format.shownValue(value, 'Cel')));
  const line = (of: HoldRecord['food'], texts: Pick<ChartSeries, 'key' | 'label' | 'colour'>): ChartSeries => ({
    ...texts,
    kind: 'line',
    values: inUnit(of.mean),
    low: inUnit(of.min),
    high: inUnit(of.max),
  });
  const limits = [...new Set(heldKinds(record).map((kind) => record.limits[kind].limit_C))];
  const doors = record.doors.map((door) => ({
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
    gaps: record.gaps.map((one) => ({ from_ms: one.from, to_ms: one.to, label: gap(one.reason) })),
    limits: limits.map((limit) => ({ value: format.shownValue(limit, 'Cel'), label: format.temperature(limit) })),
    marks: [],
    ...(doors.length > 0 && { strip: { label: say.record('doorOpen'), spans: doors } }),
  };
}

/** As what food was held on a day, as far as that has a limit. */
export const heldKinds = ({ settings }: Pick<HoldRecord, 'settings'>) =>
  holdKinds.filter((kind) => settings.some(({ holding }) => holding === kind));
