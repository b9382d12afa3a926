import type { FactoryAppliance } from '@brina/contract/calls/maker/factory-appliances';
import { minute_ms } from '@brina/domain/language/durations';
import { IconPlugConnected } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { fleetMessages } from '../fleet.messages.ts';
import styles from './ConnectionBadge.module.css';

/** The alarms of an appliance before whether it is heard (`attention.ts`); when it was heard last where it is not. */
export function ConnectionBadge({
  online,
  lastSeenAt,
  alarms,
}: Pick<FactoryAppliance, 'online' | 'lastSeenAt' | 'alarms'>) {
  const { t } = useMessages(fleetMessages);
  const format = useFormat();
  const moment = useNow(minute_ms);
  return (
    <span className={styles.state}>
      {alarms > 0 && <StateBadge tone="alarm" label={t('alarms', { n: alarms })} />}
      {!online && <StateBadge tone="offline" label={lastSeenAt === null ? t('neverSeen') : t('offline')} />}
      {online && alarms === 0 && <StateBadge tone="proof" icon={IconPlugConnected} label={t('online')} />}
      {!online && lastSeenAt !== null && <small>{format.ago(moment - lastSeenAt)}</small>}
    </span>
  );
}
