import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

/** A page that says one thing and where to go from there. */
export function MessagePage(props: { icon: TablerIcon; title: string; detail: string; children: ReactNode }) {
  const { icon: Icon, title, detail, children } = props;
  return (
    <div className={styles.page}>
      <Icon size={64} stroke={1.2} aria-hidden />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.detail}>{detail}</p>
      <div className={styles.ways}>{children}</div>
    </div>
  );
}
