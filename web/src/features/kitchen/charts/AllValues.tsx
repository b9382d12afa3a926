import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { metricsOf, modelRow } from '@brina/domain/appliance/families/families';
import { isComputed, type MetricName, type MetricRow, metrics } from '@brina/domain/appliance/metrics';
import { useId } from 'react';
import { useMetricName } from '../../../appliance/use-metric-name.ts';
import { useMetricText } from '../../../appliance/use-metric-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import { chartMessages } from './chart.messages.ts';
import styles from './parts/Charts.module.css';

/** Everything the unit reports now, as far as its model is fitted for it. */
export function AllValues({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(chartMessages);
  const metricName = useMetricName(appliance);
  const metricText = useMetricText(appliance);
  const heading = useId();
  const model = modelRow(appliance.model);
  const names = model ? metricsOf(model).filter((name) => isShown(name)) : [];
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {t('allValues')}
      </h2>
      <DefinitionList
        columns
        items={names.map((name) => ({
          term: metricName(name),
          detail: metricText(name, appliance.twin.reported[name] ?? null),
        }))}
      />
    </Card>
  );
}

/** Identities say nothing to a person, and what the portal computes is not reported. */
const isShown = (name: MetricName): boolean => (metrics[name] as MetricRow).kind !== 'id' && !isComputed(name);
