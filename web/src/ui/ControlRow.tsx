import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './ControlRow.module.css';

/**
 * Something that can be set: what it is, how it stands, and the way to change it.
 * @param note what was asked for and is not so yet, or why it cannot be changed now
 */
export function ControlRow(props: {
  icon: TablerIcon;
  label: string;
  value?: ReactNode;
  note?: ReactNode;
  /** Stands below, over the whole width, for a choice that is wide. */
  wide?: ReactNode;
  children?: ReactNode;
}) {
  const { icon: Icon, label, value, note, wide, children } = props;
  const labelId = useId();
  return (
    <div className={styles.row} role="group" aria-labelledby={labelId}>
      <Icon className={styles.icon} size={24} stroke={1.6} aria-hidden />
      <div className={styles.words}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        {value !== undefined && <span className={styles.value}>{value}</span>}
      </div>
      {children && <div className={styles.action}>{children}</div>}
      {wide && <div className={styles.wide}>{wide}</div>}
      {note && <div className={styles.note}>{note}</div>}
    </div>
  );
}
