import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';
import styles from './WetSteps.module.css';

/**
 * One question of a few, in a dialog for wet hands: where one stands, what is asked, and two large buttons under it.
 * @param back the way to the question before; absent where there is none, as after the last one
 */
export function WetSteps(props: {
  /** "Step 2 of 5"; empty: it is none of them. */
  count: string;
  question: string;
  children: ReactNode;
  error?: string | null;
  back?: { label: string; isDisabled: boolean; onClick: () => void };
  next: { label: string; isDisabled: boolean; isPending: boolean; onClick: () => void };
}) {
  const { count, question, children, error, back, next } = props;
  return (
    <div className={styles.steps}>
      {count && <p className={styles.count}>{count}</p>}
      <h3>{question}</h3>
      {children}
      {error && <Notice kind="warning">{error}</Notice>}
      <div className={styles.feet}>
        {back && (
          <Button variant="default" disabled={back.isDisabled || next.isPending} onClick={back.onClick}>
            {back.label}
          </Button>
        )}
        <Button disabled={next.isDisabled} loading={next.isPending} onClick={next.onClick}>
          {next.label}
        </Button>
      </div>
    </div>
  );
}
