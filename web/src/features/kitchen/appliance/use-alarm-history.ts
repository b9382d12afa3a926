import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listAlarms } from '@brina/contract/calls/record/alarms';
import { day_ms } from '@brina/domain/language/durations';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeAlarms, zonesIn } from '../../../appliance/appliance-state.ts';
import { controlMessages } from '../../../appliance/controls.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { useSpanEnd } from '../../../lib/use-now.ts';

/** An alarm of now began within these days, unless nobody cared for a month. */
const recent_days = 30;

const historyQuery = ({ serialNumber }: Appliance, to: number, days: number) =>
  callQuery(listAlarms, { params: { id: serialNumber }, query: { from: to - days * day_ms, to } });

/** The alarms of an appliance over the last days, newest first. */
export function useAlarmHistory(appliance: Appliance, days: number) {
  const to = useSpanEnd();
  return useQuery(historyQuery(appliance, to, days));
}

/**
 * In which compartment an active alarm is, in words; empty where the appliance has one, and for what concerns both. The live picture
 * tells of the appliance as a whole: the intervals know more.
 */
export function useAlarmPlaces(appliance: Appliance): (name: string) => string {
  const { t } = useMessages(controlMessages);
  const to = useSpanEnd();
  const active = activeAlarms(appliance);
  const wanted = zonesIn(appliance).length > 1 && active.length > 0;
  const { data, refetch } = useQuery({ ...historyQuery(appliance, to, recent_days), enabled: wanted });
  const names = active.map(({ name }) => name).join();
  useEffect(() => {
    if (wanted) void refetch();
  }, [wanted, names, refetch]);
  return (name) => {
    const open = data?.filter((one) => one.name === name && one.clearedAt === null) ?? [];
    const lower = open.some(({ zone }) => zone === 2);
    if (!lower) return '';
    return open.some(({ zone }) => zone === null) ? `${t('zone1')} · ${t('zone2')}` : t('zone2');
  };
}
