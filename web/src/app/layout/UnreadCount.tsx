import { VisuallyHidden } from '@mantine/core';
import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './UnreadCount.module.css';

/** More than this is shown as "and more" in the corner: the place is small, and the list says it exactly. */
const shown_max = 99;

/**
 * The badge of the notifications entry (S2.14); nothing while all have been read. It counts what nobody has read, which is not what is
 * in alarm now, and says so.
 * @param corner above the icon, where there is no room for words, instead of at the end of the line
 */
export function UnreadCount({ unread, corner = false }: { unread: number; corner?: boolean }) {
  const { t } = useMessages(shellMessages);
  if (unread === 0) return null;
  const count = unread > shown_max ? `${shown_max}+` : unread;
  return (
    <>
      <span className={styles.badge} data-corner={corner || undefined} title={t('unread', { n: unread })} aria-hidden>
        {corner ? count : t('unreadShort', { n: unread })}
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
