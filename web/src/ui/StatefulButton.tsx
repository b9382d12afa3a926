import { Button, type ButtonProps, Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './StatefulButton.module.css';

/**
 * A button that shows what became of its press where the finger is: a wheel while it is carried out, a tick when it is done. It keeps its
 * width and the focus meanwhile; what is said to those who do not see it is read out.
 * @param state null: nothing was pressed of which there is something to tell
 */
export function StatefulButton(
  props: ButtonProps & {
    'aria-label'?: string;
    title?: string | undefined;
    state: { kind: 'busy' | 'done'; label: string } | null;
    onClick?: (() => void) | undefined;
    type?: 'submit';
    children: ReactNode;
  },
) {
  const { state, onClick, children, ...button } = props;
  const busy = state?.kind === 'busy';
  return (
    <>
      <Button
        {...button}
        className={styles.button}
        data-state={state?.kind}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={(event) => {
          if (busy) event.preventDefault();
          else onClick?.();
        }}
      >
        {children}
        {state && (
          <span className={styles.sign} aria-hidden>
            {busy ? <Loader size={22} color="currentColor" /> : <IconCheck size={24} stroke={2.4} />}
          </span>
        )}
      </Button>
      <span className={styles.said} role="status">
        {state?.label}
      </span>
    </>
  );
}
