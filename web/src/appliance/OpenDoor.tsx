import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { useState } from 'react';
import { useAppliance } from '../lib/appliances.ts';
import { useMessages } from '../lib/messages.ts';
import { Notice } from '../ui/Notice.tsx';
import { openDoorsOf } from './appliance-state.ts';
import { controlMessages } from './controls.messages.ts';
import styles from './OpenDoor.module.css';

/**
 * For questions before a start: says that a door stands open, and then that it was closed: in the same room, so that no button moves
 * under a finger. Whether it may start so the appliance decides, which knows whether the door is closed when the command arrives.
 */
export function OpenDoor({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(controlMessages);
  // A question keeps what it was asked with; the door is closed while it stands.
  const { data } = useAppliance(appliance.serialNumber);
  const isOpen = openDoorsOf(data ?? appliance).includes(true);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <div className={styles.room}>
      <div className={isOpen ? undefined : styles.past}>
        <Notice kind="warning">{t('doorIsOpen')}</Notice>
      </div>
      <div className={isOpen ? styles.past : undefined}>
        <Notice kind="success">{t('doorIsShut')}</Notice>
      </div>
    </div>
  );
}
