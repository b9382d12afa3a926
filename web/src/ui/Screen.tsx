import type { ReactNode } from 'react';
import styles from './Screen.module.css';

/** What a screen can be; one that is `ready` shows its children, any other state has a slot of its own. */
type State = 'loading' | 'error' | 'empty' | 'ready';
type SlotOf<S extends State> = S extends 'ready' ? 'children' : S;

/** A slot for each state that a screen can be in, and none for the others. */
type Slots<S extends State> = { [K in SlotOf<State>]?: ReactNode } & { [K in SlotOf<S>]: ReactNode } & {
  [K in Exclude<SlotOf<State>, SlotOf<S>>]?: never;
};

/**
 * The frame of every screen: a title with its actions, notices that concern all of it, and the content of its state.
 * @param state of a screen that is not always ready; its type says which slots there are
 * @param lead stands above the title, such as a way back
 * @param notice stands under the title in every state: a lost connection, an active alarm
 * @param width `page` and `form` are narrower than a screen full of appliances
 */
export function Screen<S extends State = 'ready'>(
  props: {
    title: ReactNode;
    lead?: ReactNode;
    actions?: ReactNode;
    notice?: ReactNode;
    width?: 'page' | 'form';
    state?: S;
  } & Slots<S>,
) {
  const { title, lead, actions, notice, width, state = 'ready', loading, error, empty, children } = props;
  return (
    <div className={styles.screen} data-width={width} aria-busy={state === 'loading'}>
      {lead}
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {notice}
      {{ loading, error, empty, ready: children }[state as State]}
    </div>
  );
}
