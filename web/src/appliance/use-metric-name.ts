import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { inFirstZone, isMetric, type MetricName } from '@brina/domain/appliance/metrics';
import { metricMessages } from '@brina/domain/appliance/metrics.messages';
import { useMessages } from '../lib/messages.ts';
import { useZoned } from './use-zoned.ts';

/** The name of a metric of an appliance; of two compartments with air of their own each is named. */
export function useMetricName(appliance: Pick<Appliance, 'model'>): (name: MetricName) => string {
  const { t } = useMessages(metricMessages);
  const zoned = useZoned(appliance);
  return (name) => {
    const first = inFirstZone(name);
    return isMetric(first) && isMetric(`${first}Zone2`) ? zoned(t(first), first === name ? 1 : 2) : t(name);
  };
}
