import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './AlarmBanner.module.css';

/** The one loud thing: an active alarm with where it is and a way there. */
export function AlarmBanner({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.banner} role="alert">
      <IconAlertTriangle className={styles.icon} size={28} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{children}</p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
