import type { Appliance } from '@brina/contract/appliances';
import type { Chart } from '@brina/contract/telemetry';
import { type MetricName, type MetricRow, metrics } from '@brina/domain/metrics';
import { metricMessages } from '@brina/domain/metrics.messages';
import { utcOffset } from '@brina/domain/time';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { applianceMessages } from '../../appliance.messages.ts';
import { chartMessages } from '../../chart.messages.ts';
import { useMetricText } from '../../use-metric-text.ts';
import { csvOf } from './chart-data.ts';
import styles from './Charts.module.css';

/** The values of the charts as a file: numbers in the reader's units, times of the kitchen's clock with their zone. */
export function DownloadButton(props: {
  appliance: Appliance;
  chart: Chart;
  names: readonly MetricName[];
  timeZone: string;
}) {
  const { appliance, chart, names, timeZone } = props;
  const { t } = useMessages(chartMessages);
  const { t: page } = useMessages(applianceMessages);
  const { t: metric } = useMessages(metricMessages);
  const format = useFormat();
  const metricText = useMetricText(appliance);

  const download = () => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const rowOf = (name: MetricName): MetricRow => metrics[name];
    const head = names.map((name) => {
      const unit = format.unit(rowOf(name).unit);
      return unit === '' ? metric(name) : `${metric(name)} (${unit})`;
    });
    const written = (name: MetricName, index: number): string => {
      const { kind, unit, decimals } = rowOf(name);
      const value = (kind === 'state' ? chart.series[name]?.max : chart.series[name]?.mean)?.[index] ?? null;
      if (value === null) return '';
      // A program reads it: a point, and no unit.
      return kind === 'state' ? metricText(name, value) : format.shownValue(value, unit).toFixed(Math.max(...decimals));
    };
    const rows = chart.at.map((at, index) => [
      clock.format(at),
      utcOffset(at, timeZone).replace('−', '-'),
      ...names.map((name) => written(name, index)),
    ]);
    saveFile({
      name: `${appliance.serialNumber}-${clock.format(chart.from).slice(0, 10)}.csv`,
      type: 'text/csv;charset=utf-8',
      data: new TextEncoder().encode(csvOf([[page('time'), t('zone'), ...head], ...rows])),
    });
  };
  return (
    <div className={styles.foot}>
      <Button variant="default" leftSection={<IconDownload size={20} aria-hidden />} onClick={download}>
        {t('download')}
      </Button>
    </div>
  );
}
