import type { Appliance } from '@brina/contract/appliances';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Card } from '../../../ui/Card.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import { activeAlarms } from '../appliance-state.ts';
import { useApplianceWords } from '../use-appliance-words.ts';
import styles from './AlarmList.module.css';

/** Active alarms and warnings, each with what it means and what to do, food first. */
export function AlarmList({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(applianceMessages);
  const words = useApplianceWords();
  const format = useFormat();
  const heading = useId();
  const active = activeAlarms(appliance);
  if (active.length === 0) return null;
  return (
    <Card as="section" labelledBy={heading} tone={appliance.alarms.some((alarm) => alarm.active) ? 'alarm' : 'plain'}>
      <h2 id={heading} className={styles.title}>
        {t('alarms')}
      </h2>
      <ul className={styles.alarms}>
        {active.map((alarm) => {
          const loud = appliance.alarms.some(({ name }) => name === alarm.name);
          const Icon = loud ? IconAlertTriangle : IconInfoCircle;
          const { meaning, actions } = words.alarmAdvice(alarm);
          return (
            <li key={alarm.name} className={styles.alarm}>
              <h3 className={styles.name} data-loud={loud || undefined}>
                <Icon size={20} aria-hidden />
                {words.alarmName(alarm)}
                <span className={styles.since}>
                  {t('since', { time: format.clock(alarm.since, appliance.lab?.timeZone) })}
                </span>
              </h3>
              {meaning && <p className={styles.meaning}>{meaning}</p>}
              {actions.length > 0 && (
                <ol className={styles.actions}>
                  {actions.map((action) => (
                    <li key={action}>{action}</li>
                  ))}
                </ol>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
