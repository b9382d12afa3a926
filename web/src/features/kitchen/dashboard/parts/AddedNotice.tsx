import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { pathOf } from '@brina/contract/screens';
import { CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';
import styles from './AddedNotice.module.css';

/** Says that an appliance was added, and leads to it. It stays until it is closed: a link that goes away by itself is missed. */
export function AddedNotice({ appliance, onClose }: { appliance: Appliance; onClose: () => void }) {
  const { t } = useMessages(dashboardMessages);
  const { name, serialNumber } = appliance;
  return (
    <Notice
      kind="success"
      action={
        <CloseButton className={styles.close ?? ''} size={44} iconSize={18} aria-label={t('close')} onClick={onClose} />
      }
    >
      {t('added', { appliance: name })}{' '}
      <Link className={styles.link} to={pathOf('appliance-details', { serialNumber })}>
        {t('alarmShow')}
      </Link>
    </Notice>
  );
}
