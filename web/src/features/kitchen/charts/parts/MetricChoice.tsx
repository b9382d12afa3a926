import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { MetricName } from '@brina/domain/appliance/metrics';
import { Checkbox } from '@mantine/core';
import { useMetricName } from '../../../../appliance/use-metric-name.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { chartMessages } from '../chart.messages.ts';
import styles from './Charts.module.css';
import { groupsOf, metrics_max } from './chart-data.ts';

/** The metrics to chart, by axis; as many as stay readable. */
export function MetricChoice(props: {
  appliance: Appliance;
  offered: readonly MetricName[];
  chosen: readonly MetricName[];
  onChange: (names: readonly MetricName[]) => void;
}) {
  const { appliance, offered, chosen, onChange } = props;
  const { t } = useMessages(chartMessages);
  const metricName = useMetricName(appliance);
  const format = useFormat();
  const full = chosen.length >= metrics_max;
  const toggle = (name: MetricName, on: boolean) =>
    onChange(on ? offered.filter((one) => one === name || chosen.includes(one)) : chosen.filter((one) => one !== name));
  return (
    <details className={styles.choose}>
      <summary>{t('choose', { chosen: format.number(chosen.length), most: format.number(metrics_max) })}</summary>
      <div className={styles.groups}>
        {groupsOf(offered).map(({ axis, names }) => (
          <fieldset key={axis} className={styles.group}>
            <legend>{t(`axis.${axis}`)}</legend>
            {names.map((name) => (
              <Checkbox
                key={name}
                label={metricName(name)}
                checked={chosen.includes(name)}
                disabled={full && !chosen.includes(name)}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </details>
  );
}
