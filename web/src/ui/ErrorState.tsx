import { Button } from '@mantine/core';
import { IconCloudX, IconRefresh } from '@tabler/icons-react';
import styles from './States.module.css';

/** Something could not be shown: what happened, and a way to try again. `trace` is for whoever is asked for help. */
export function ErrorState(props: {
  title: string;
  trace?: string | undefined;
  retryLabel: string;
  onRetry: () => void;
}) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} data-tone="alarm">
        <IconCloudX size={36} stroke={1.4} aria-hidden />
      </span>
      <h2 className={styles.title}>{props.title}</h2>
      {props.trace && <p className={styles.trace}>{props.trace}</p>}
      <div className={styles.action}>
        <Button variant="default" leftSection={<IconRefresh size={18} aria-hidden />} onClick={props.onRetry}>
          {props.retryLabel}
        </Button>
      </div>
    </div>
  );
}
