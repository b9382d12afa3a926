import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { metricsOf, modelRow } from '@brina/domain/appliance/families/families';
import type { MetricName } from '@brina/domain/appliance/metrics';
import { useId } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useMetricName } from '../../../../appliance/use-metric-name.ts';
import { useMetricText } from '../../../../appliance/use-metric-text.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { Card } from '../../../../ui/Card.tsx';
import { DefinitionList } from '../../../../ui/DefinitionList.tsx';
import styles from './Facts.module.css';

/** What is worth a glance beside temperatures and set-points; of these, what the model is fitted with is shown. */
const facts = [
  'door',
  'compressorState',
  'evapFanPercentage',
  'defrostState',
  'defrostStateZone2',
  'humidifierState',
  'waterLevel',
  'instantPower',
  'TAmbient',
  'dailyOpenDoor1Counter',
  'dailyOpenDoor2Counter',
] as const satisfies readonly MetricName[];

/** What the machine is doing right now, beside its temperatures. */
export function MachineFacts({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const metricName = useMetricName(appliance);
  const metricText = useMetricText(appliance);
  const heading = useId();
  const row = modelRow(appliance.model);
  const fitted: readonly MetricName[] = row ? metricsOf(row) : facts;
  return (
    <Card as="section" labelledBy={heading}>
      <h2 id={heading} className={styles.title}>
        {t('facts')}
      </h2>
      <DefinitionList
        items={facts
          .filter((name) => fitted.includes(name))
          .map((name) => ({ term: metricName(name), detail: metricText(name, appliance.twin.reported[name] ?? null) }))}
      />
    </Card>
  );
}
