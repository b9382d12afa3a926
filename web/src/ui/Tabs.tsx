import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Tabs.module.css';

/** One of several views; `hint` is read out and shown small, such as a count. */
export type Tab<V extends string> = { value: V; label: string; hint?: ReactNode };

/**
 * Views of the same place, one of them shown. Arrow keys move between the tabs (WAI-ARIA, tabs pattern).
 * @param children the shown view
 */
export function Tabs<V extends string>(props: {
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  children: ReactNode;
}) {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const at = tabs.findIndex((tab) => tab.value === value);
  // The address may name a tab that stands beyond the edge of a phone. (`scrollIntoView` would move the page, too.)
  useEffect(() => {
    const tab = list.current?.children[at];
    if (list.current && tab instanceof HTMLElement) {
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
    }
  }, [at]);

  const move = (event: KeyboardEvent) => {
    const places: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const place = places[event.key];
    const tab = place === undefined ? undefined : tabs[place];
    if (!tab || place === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[place]?.focus();
  };

  return (
    <div className={styles.tabs}>
      <div ref={list} className={styles.list} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
          >
            {tab.label}
            {/* The space parts the two where they are read out. */}
            {tab.hint !== undefined && (
              <>
                {' '}
                <span className={styles.hint}>{tab.hint}</span>
              </>
            )}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
