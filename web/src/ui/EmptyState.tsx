import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './States.module.css';

/** Nothing to show yet: what belongs here, and what to do first. */
export function EmptyState(props: { icon: TablerIcon; title: string; children?: ReactNode; action?: ReactNode }) {
  const { icon: Icon, title, children, action } = props;
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon size={36} stroke={1.4} aria-hidden />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.detail}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
