import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { recordMessages } from '@brina/contract/words/record.messages';
import type { ChartContent, ChartSeries } from '@brina/domain/charts/chart-content';
import { holdKinds, seriesStep_ms } from '@brina/domain/haccp/holding/day';
import { useChartFormat } from '../../../../appliance/use-chart-format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import { haccpMessages } from '../haccp.messages.ts';
import { useHoldWords } from '../use-hold-words.ts';

/** The curve as the revision holds it: food and air of each ten minutes, with the limit, the gaps, and when the door stood open. */
export function DayCurve({ record }: { record: HoldRecord }) {
  const { t: haccp } = useMessages(haccpMessages);
  const { t: of } = useMessages(recordMessages);
  const { t, gap, format } = useHoldWords();
  const chartFormat = useChartFormat(record.timeZone);
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
  const held = holdKinds.filter((kind) => record.settings.some(({ holding }) => holding === kind));
  const limits = [...new Set(held.map((kind) => record.limits[kind].limit_C))];
  const doors = record.doors.map((door) => ({
    from_ms: Math.max(door.from, from),
    to_ms: Math.min(door.to ?? to, to),
  }));
  const content: ChartContent = {
    // A value stands in the middle of its ten minutes.
    at_ms: food.mean.map((_, i) => from + (i + 0.5) * seriesStep_ms),
    series: [
      line(food, { key: 'food', label: t('food'), colour: 'core' }),
      line(air, { key: 'air', label: of('air'), colour: 'air' }),
    ],
    from_ms: from,
    to_ms: to,
    gaps: record.gaps.map((one) => ({ from_ms: one.from, to_ms: one.to, label: gap(one.reason) })),
    limits: limits.map((limit) => ({ value: format.shownValue(limit, 'Cel'), label: format.temperature(limit) })),
    marks: [],
    ...(doors.length > 0 && { strip: { label: of('doorOpen'), spans: doors } }),
  };
  const known = [...food.min, ...food.max].filter((value) => value !== null);
  return (
    <TimeSeriesChart
      height={360}
      format={chartFormat}
      content={content}
      texts={{
        label: t('curve'),
        summary:
          known.length === 0
            ? t('curveNothing')
            : t('curveSummary', {
                min: format.temperature(Math.min(...known)),
                max: format.temperature(Math.max(...known)),
              }),
        asTable: haccp('asTable'),
        asChart: haccp('asChart'),
        resetZoom: t('resetZoom'),
        time: of('time'),
        nothing: '–',
      }}
    />
  );
}
