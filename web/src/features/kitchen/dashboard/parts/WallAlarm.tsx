import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { activeAlarms } from '../../../../appliance/appliance-state.ts';
import { useApplianceWords } from '../../../../appliance/use-appliance-words.ts';
import { useAppliances } from '../../../../lib/appliances.ts';
import { useMessages } from '../../../../lib/messages.ts';
import type { Entry } from '../dashboard.data.ts';
import { wallMessages } from '../wall.messages.ts';
import styles from './WallAlarm.module.css';

/** The band across the wall while anything shown has an alarm: the latest in words, and how many more there are. */
export function WallAlarm({ alarmed }: { alarmed: readonly Entry[] }) {
  const { t } = useMessages(wallMessages);
  const words = useApplianceWords();
  const all = useAppliances((appliances) =>
    appliances.flatMap((appliance) => {
      const [alarm] = activeAlarms(appliance);
      return alarm ? [{ serial: appliance.serialNumber, alarm: alarm.name, since: alarm.since }] : [];
    }),
  );
  const shown = all
    .filter(({ serial }) => alarmed.some((entry) => entry.serial === serial))
    .toSorted((one, other) => other.since - one.since);
  const [latest] = shown;
  const entry = alarmed.find(({ serial }) => serial === latest?.serial);
  if (!latest || !entry) return null;
  return (
    <div className={styles.band} role="alert">
      <IconAlertTriangleFilled className={styles.icon} aria-hidden />
      <strong className={styles.name}>{words.alarmName({ name: latest.alarm })}</strong>
      <span className={styles.place}>{[entry.name, entry.labName].filter(Boolean).join(', ')}</span>
      {shown.length > 1 && <span className={styles.more}>{t('moreAlarms', { n: shown.length - 1 })}</span>}
    </div>
  );
}
