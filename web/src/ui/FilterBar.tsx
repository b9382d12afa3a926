import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './FilterBar.module.css';

/** Of a field in a `FilterBar` that needs more room than the others: `className={wideFilter}`. */
export const wideFilter = styles.wide ?? '';

/**
 * The filters of a list beside each other, two in a row on a phone.
 * @param clear the way back to the whole list, once anything is filtered
 */
export function FilterBar(props: {
  label: string;
  children: ReactNode;
  clear: { label: string; onClear: () => void } | null;
}) {
  const { label, children, clear } = props;
  return (
    <search className={styles.filters} aria-label={label}>
      {children}
      {clear && (
        <Button className={styles.clear} variant="subtle" onClick={clear.onClear}>
          {clear.label}
        </Button>
      )}
    </search>
  );
}
