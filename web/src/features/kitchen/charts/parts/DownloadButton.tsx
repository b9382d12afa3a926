import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Chart } from '@brina/contract/calls/record/telemetry';
import { type MetricName, type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { utcOffset } from '@brina/domain/language/time';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useMetricName } from '../../../../appliance/use-metric-name.ts';
import { useMetricText } from '../../../../appliance/use-metric-text.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { csvFile, saveFile } from '../../../../lib/save-file.ts';
import { chartMessages } from '../chart.messages.ts';
import styles from './Charts.module.css';
import { csvNumber, csvStyleOf } from './chart-data.ts';

/** The values of the charts as a file: numbers in the reader's units and language, times of the kitchen's clock with their zone. */
export function DownloadButton(props: {
  appliance: Appliance;
  chart: Chart;
  names: readonly MetricName[];
  timeZone: string;
}) {
  const { appliance, chart, names, timeZone } = props;
  const { t } = useMessages(chartMessages);
  const { t: page } = useMessages(applianceMessages);
  const metricName = useMetricName(appliance);
  const format = useFormat();
  const metricText = useMetricText(appliance);

  const download = () => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const style = csvStyleOf(format.reader.locale);
    const rowOf = (name: MetricName): MetricRow => metrics[name];
    const head = names.map((name) => {
      const unit = format.unit(rowOf(name).unit);
      return unit === '' ? metricName(name) : `${metricName(name)} (${unit})`;
    });
    const written = (name: MetricName, index: number): string => {
      const { kind, unit, decimals } = rowOf(name);
      const value = (kind === 'state' ? chart.series[name]?.max : chart.series[name]?.mean)?.[index] ?? null;
      if (value === null) return '';
      return kind === 'state'
        ? metricText(name, value)
        : csvNumber(format.shownValue(value, unit), Math.max(...decimals), style);
    };
    const rows = chart.at.map((at, index) => [
      clock.format(at),
      utcOffset(at, timeZone).replace('−', '-'),
      ...names.map((name) => written(name, index)),
    ]);
    saveFile({
      name: `${appliance.serialNumber}-${clock.format(chart.from).slice(0, 10)}.csv`,
      type: 'text/csv;charset=utf-8',
      data: csvFile([[page('time'), t('zone'), ...head], ...rows], style.separator),
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
