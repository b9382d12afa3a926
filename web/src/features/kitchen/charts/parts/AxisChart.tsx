import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { heldSet } from '@brina/domain/appliance/held-set';
import type { MetricRow } from '@brina/domain/appliance/metrics';
import { metrics } from '@brina/domain/appliance/metrics';
import { type ChartFormat, seriesColours } from '@brina/domain/charts/chart-content';
import { unitSuffix } from '@brina/domain/language/unit-suffix';
import { useMemo } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useChartFormat } from '../../../../appliance/use-chart-format.ts';
import { useGapWord } from '../../../../appliance/use-gap-word.ts';
import { useMetricName } from '../../../../appliance/use-metric-name.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { TimeSeriesChart } from '../../../../ui/TimeSeriesChart.tsx';
import { chartMessages } from '../chart.messages.ts';
import styles from './Charts.module.css';
import type { AxisGroup } from './chart-data.ts';

type Props = {
  appliance: Appliance;
  chart: Chart;
  group: AxisGroup;
  timeZone: string;
  from_ms: number;
  to_ms: number;
  /** The period runs up to now. */
  isLive: boolean;
};

/** Metrics that share an axis, in one plot; the plots of a page move their cursor and zoom together. */
export function AxisChart({ appliance, chart, group, timeZone, from_ms, to_ms, isLive }: Props) {
  const { t } = useMessages(applianceMessages);
  const { t: charts } = useMessages(chartMessages);
  const metricName = useMetricName(appliance);
  const format = useFormat();
  const gapWord = useGapWord();
  const times = useChartFormat(timeZone);
  const [first] = group.names;
  const row: MetricRow | undefined = first && metrics[first];
  const unit = row?.unit ?? '1';
  const decimals = row?.decimals[format.reader.measurement === 'imperial' ? 1 : 0] ?? 0;
  const chartFormat = useMemo((): ChartFormat => {
    const suffix = unitSuffix(format, unit);
    return {
      ...times,
      value: (value) => format.number(value, decimals) + suffix,
      valueTick: (value) => format.number(value, Number.isInteger(value) ? 0 : Math.max(1, decimals)),
    };
  }, [format, times, unit, decimals]);

  const shown = (values: readonly (number | null)[]) =>
    values.map((value) => (value === null ? null : format.shownValue(value, unit)));
  const series = group.names.map((name, index) => {
    const own = chart.series[name] ?? { min: [], mean: [], max: [] };
    const isSet = metrics[name].kind === 'set';
    return {
      key: name,
      label: metricName(name),
      colour: seriesColours[index % seriesColours.length] ?? 'other',
      kind: isSet ? ('step' as const) : ('line' as const),
      values: shown(isSet && chart.level === 'raw' ? heldSet(own.mean, chart.at) : own.mean),
      ...(isSet ? {} : { low: shown(own.min), high: shown(own.max) }),
    };
  });
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const title = charts(`axis.${group.axis}`);
  return (
    <section className={styles.chart} aria-label={title}>
      <h3 className={styles.axis}>{title}</h3>
      <TimeSeriesChart
        height={240}
        isLive={isLive}
        format={chartFormat}
        syncKey={`charts-${appliance.serialNumber}`}
        content={{
          at_ms: chart.at,
          series,
          from_ms,
          to_ms,
          gaps: chart.gaps.map(({ from, to, reason }) => ({ from_ms: from, to_ms: to, label: gapWord(reason) })),
          limits: [],
          marks: [],
        }}
        texts={{
          label: title,
          summary:
            known.length === 0
              ? t('curveEmpty')
              : charts('summary', {
                  names: series.map(({ label }) => label).join(', '),
                  min: chartFormat.value(Math.min(...known)),
                  max: chartFormat.value(Math.max(...known)),
                }),
          asTable: t('asTable'),
          asChart: t('asChart'),
          resetZoom: t('resetZoom'),
          time: t('time'),
          nothing: '–',
        }}
      />
    </section>
  );
}
