import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './FilterBar.module.css';

/** Of a field in a `FilterBar` that needs more room than the others, and is never folded: `className={wideFilter}`. */
export const wideFilter = styles.wide ?? '';

/**
 * The filters of a list beside each other; on a phone behind a button, for the list is what one came for.
 * @param chosen how many of those that are folded are set, so that none is a surprise
 * @param clear the way back to the whole list, once anything is filtered
 */
export function FilterBar(props: {
  label: string;
  children: ReactNode;
  chosen: number;
  clear: { label: string; onClear: () => void } | null;
}) {
  const { label, children, chosen, clear } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <search id={id} className={styles.filters} aria-label={label} data-open={open || undefined}>
      {children}
      <Button
        className={styles.unfold}
        variant="default"
        leftSection={<IconFilter size={18} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {chosen > 0 ? `${label} (${chosen})` : label}
      </Button>
      {clear && (
        <Button className={styles.clear} variant="subtle" onClick={clear.onClear}>
          {clear.label}
        </Button>
      )}
    </search>
  );
}
