import { Loader } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import styles from './DialogSlot.module.css';

/**
 * Stands around a dialog whose code comes when it is asked for. On a slow line the page dims at once, as it will be behind the
 * dialog, and takes no second press.
 */
export function DialogSlot({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div className={styles.veil}>
          <Loader color="white" />
        </div>
      }
    >
      {children}
    </Suspense>
  );
}
