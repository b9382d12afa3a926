import { Link } from '@tanstack/react-router';
import styles from '../HaccpListScreen.module.css';

/** The way to another record of the appliance, from its list or from one that has to do with it. */
export function OtherRecord({ batchId, children }: { batchId: string; children: string }) {
  return (
    <Link className={styles.link} to="." search={(now: Record<string, unknown>) => ({ ...now, batch: batchId })}>
      {children}
    </Link>
  );
}
