import type { ServedAppliance } from '@brina/contract/calls/maker/service';
import { minute_ms } from '@brina/domain/language/durations';
import { IconAlertTriangleFilled, IconInfoCircle, IconPlugConnectedX, IconTool } from '@tabler/icons-react';
import { activeAlarms } from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { serviceMessages } from '../service.messages.ts';
import styles from './Notices.module.css';

/** What is wrong with an appliance in words, the most urgent first, each with since when. */
export function Notices({ appliance }: { appliance: ServedAppliance }) {
  const { t } = useMessages(serviceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const moment = useNow(minute_ms);
  const { online, lastSeenAt, anomaly } = appliance;
  const active = activeAlarms(appliance);
  if (active.length === 0 && !anomaly && online) return <span className={styles.fine}>{t('fine')}</span>;
  return (
    <ul className={styles.notices}>
      {active.map((alarm) => {
        const Icon = alarm.loud ? IconAlertTriangleFilled : IconInfoCircle;
        return (
          <li key={alarm.name} data-loud={alarm.loud || undefined}>
            <Icon size={18} aria-hidden />
            <span>
              {words.alarmName(alarm)} <small>{format.ago(moment - alarm.since)}</small>
            </span>
          </li>
        );
      })}
      {anomaly && (
        <li data-advice>
          <IconTool size={18} aria-hidden />
          <span>{t('upkeep')}</span>
        </li>
      )}
      {!online && (
        <li>
          <IconPlugConnectedX size={18} aria-hidden />
          <span>
            {t('offline')} {lastSeenAt !== null && <small>{format.ago(moment - lastSeenAt)}</small>}
          </span>
        </li>
      )}
    </ul>
  );
}
