import { IconAlertCircle, IconCircleCheck, IconCloudOff, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertCircle, offline: IconCloudOff };

/** A quiet line above or inside content that says how things stand. Read out when it appears. */
export function Notice({
  kind,
  children,
  action,
}: {
  kind: keyof typeof icons;
  children: ReactNode;
  action?: ReactNode;
}) {
  const Icon = icons[kind];
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'warning' ? 'alert' : 'status'}>
      <Icon size={22} aria-hidden />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
