import { Loader } from '@mantine/core';
import styles from './Pending.module.css';

/** Stands in the place of a page whose code or words take longer than a moment. */
export function Pending() {
  return (
    <div className={styles.pending}>
      <Loader />
    </div>
  );
}
