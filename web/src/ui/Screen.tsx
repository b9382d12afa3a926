import type { ReactNode } from 'react';
import styles from './Screen.module.css';

/**
 * The frame of every screen: a title with its actions, notices that concern all of it, and one of four contents.
 * @param state which of the slots is shown; `ready` shows the children
 * @param lead stands above the title, such as a way back
 * @param notice stands under the title in every state: a lost connection, an active alarm
 */
export function Screen(props: {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  notice?: ReactNode;
  state: 'loading' | 'error' | 'empty' | 'ready';
  loading: ReactNode;
  error: ReactNode;
  empty?: ReactNode;
  children: ReactNode;
}) {
  const { title, lead, actions, notice, state, loading, error, empty, children } = props;
  return (
    <div className={styles.screen} aria-busy={state === 'loading'}>
      {lead}
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {notice}
      {{ loading, error, empty, ready: children }[state]}
    </div>
  );
}
