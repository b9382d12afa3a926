import type { Chart } from '@brina/contract/calls/record/telemetry';
import { useQuery } from '@tanstack/react-query';
import { chartQuery } from '../../../../appliance/chart-query.ts';
import { useChartFormat } from '../../../../appliance/use-chart-format.ts';
import { useGapWord } from '../../../../appliance/use-gap-word.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import type { DiagnosedAppliance, Period, ZoneCurves } from '../diagnosis.data.ts';
import { diagnosisMessages } from '../diagnosis.messages.ts';
import { Nothing, Part } from './Part.tsx';

const points = 720;
const height_px = 340;

/** Chamber, set-point, condenser and evaporator of a zone; the chamber with its extremes. */
export function ZoneCurve(props: {
  appliance: DiagnosedAppliance;
  period: Period;
  curves: ZoneCurves;
  isOnly: boolean;
}) {
  const { appliance, period, curves, isOnly } = props;
  const { t } = useMessages(diagnosisMessages);
  const { zone, chamber, set, condenser, evaporator } = curves;
  const asked = useQuery({
    ...chartQuery({
      params: { id: appliance.serialNumber },
      query: { ...period, metrics: [chamber, set, condenser, evaporator].join(','), points },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Part
      title={isOnly ? t('curves') : t('curvesZone', { n: zone })}
      asked={asked}
      loading={t('loadingCurves')}
      failed={t('curvesFailed')}
      height={height_px}
    >
      {(chart) => <Curves chart={chart} curves={curves} timeZone={appliance.timeZone} />}
    </Part>
  );
}

function Curves({ chart, curves, timeZone }: { chart: Chart; curves: ZoneCurves; timeZone: string }) {
  const { t } = useMessages(diagnosisMessages);
  const gapWord = useGapWord();
  const format = useFormat();
  const chartFormat = useChartFormat(timeZone);
  const { at, series, gaps, from, to } = chart;
  const measured = (name: string, kept: 'min' | 'mean' | 'max') =>
    at.map((_, place) => {
      const value = series[name]?.[kept][place] ?? null;
      return value === null ? null : format.shownValue(value, 'Cel');
    });
  const known = (name: string, kept: 'min' | 'mean' | 'max') =>
    (series[name]?.[kept] ?? []).filter((value) => value !== null);
  const air = known(curves.chamber, 'mean');
  if (air.length === 0) return <Nothing>{chart.arriving ? gapWord('arriving') : t('noCurve')}</Nothing>;
  return (
    <TimeSeriesChart
      height={height_px}
      format={chartFormat}
      content={{
        at_ms: at,
        series: [
          {
            key: 'chamber',
            label: t('chamber'),
            colour: 'air',
            kind: 'line',
            values: measured(curves.chamber, 'mean'),
            low: measured(curves.chamber, 'min'),
            high: measured(curves.chamber, 'max'),
          },
          { key: 'set', label: t('set'), colour: 'set', kind: 'step', values: measured(curves.set, 'mean') },
          {
            key: 'condenser',
            label: t('condenser'),
            colour: 'core',
            kind: 'line',
            values: measured(curves.condenser, 'mean'),
          },
          {
            key: 'evaporator',
            label: t('evaporator'),
            colour: 'other',
            kind: 'line',
            values: measured(curves.evaporator, 'mean'),
          },
        ],
        from_ms: from,
        to_ms: to,
        gaps: gaps.map((gap) => ({ from_ms: gap.from, to_ms: gap.to, label: gapWord(gap.reason) })),
        limits: [],
        marks: [],
      }}
      texts={{
        label: t('curves'),
        summary: t('curveSummary', {
          min: format.temperature(Math.min(...known(curves.chamber, 'min'))),
          max: format.temperature(Math.max(...known(curves.chamber, 'max'))),
          last: format.temperature(air.at(-1)),
        }),
        asTable: t('asTable'),
        asChart: t('asChart'),
        resetZoom: t('resetZoom'),
        time: t('time'),
        nothing: '–',
      }}
    />
  );
}
