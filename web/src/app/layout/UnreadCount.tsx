import { VisuallyHidden } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './UnreadCount.module.css';

/** More than this is shown as "and more": the place is small, and the list says it exactly. */
const shown_max = 99;

/**
 * The badge of the notifications entry (S2.14); nothing while all have been read.
 * @param corner above the icon instead of at the end of the line
 */
export function UnreadCount({ unread, corner = false }: { unread: number; corner?: boolean }) {
  const { t } = useMessages(shellMessages);
  if (unread === 0) return null;
  return (
    <>
      <span className={styles.badge} data-corner={corner || undefined} aria-hidden>
        {unread > shown_max ? `${shown_max}+` : unread}
      </span>
      <VisuallyHidden>, {t('unread', { n: unread })}</VisuallyHidden>
    </>
  );
}

/** Says it when the number of unread notifications changes, without interrupting. */
export function UnreadAnnouncement({ unread }: { unread: number }) {
  const { t } = useMessages(shellMessages);
  return <VisuallyHidden role="status">{unread > 0 && t('unread', { n: unread })}</VisuallyHidden>;
}
