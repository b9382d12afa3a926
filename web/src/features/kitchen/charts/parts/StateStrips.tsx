import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import type { MetricName } from '@brina/domain/appliance/metrics';
import { useMetricName } from '../../../../appliance/use-metric-name.ts';
import { useMetricText } from '../../../../appliance/use-metric-text.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBands } from '../../../../ui/StateBands.tsx';
import { chartMessages } from '../chart.messages.ts';
import styles from './Charts.module.css';
import { stretchesOf } from './chart-data.ts';

/** States over the same time as the plots, one strip a metric. */
export function StateStrips(props: {
  appliance: Appliance;
  chart: Chart;
  names: readonly MetricName[];
  timeZone: string;
  from_ms: number;
  to_ms: number;
}) {
  const { appliance, chart, names, timeZone, from_ms, to_ms } = props;
  const { t } = useMessages(chartMessages);
  const metricName = useMetricName(appliance);
  const format = useFormat();
  const metricText = useMetricText(appliance);
  return (
    <section className={styles.chart} aria-label={t('axis.band')}>
      <StateBands
        from_ms={from_ms}
        to_ms={to_ms}
        rows={names.map((name) => ({
          key: name,
          label: metricName(name),
          stretches: stretchesOf(chart, name).map(({ code, from, to }) => ({
            from_ms: from,
            to_ms: to,
            label: metricText(name, code),
            when: `${format.dateTime(from, timeZone)} – ${format.dateTime(to, timeZone)}`,
          })),
        }))}
      />
    </section>
  );
}
