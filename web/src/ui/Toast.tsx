import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';
import styles from './Toast.module.css';

type Shown = {
  id: number;
  kind: 'success' | 'warning';
  text: string;
  action?: { label: string; run: () => void } | undefined;
};

/** What takes a result back is offered for so long. */
const actionLife_ms = 10_000;

/**
 * Short results above whatever is shown, a dialog included. Each goes after its life; while somebody points at it or has its
 * button in focus it stays, and its life begins anew afterwards (WCAG 2.2.1).
 */
export function Toasts(props: {
  toasts: readonly Shown[];
  life_ms: number;
  onGone: (id: number) => void;
  dismissLabel: string;
}) {
  const { toasts, ...each } = props;
  return (
    <div className={styles.toasts}>
      {toasts.map((toast) => (
        <Toast key={toast.id} {...toast} {...each} />
      ))}
    </div>
  );
}

function Toast(props: Shown & { life_ms: number; onGone: (id: number) => void; dismissLabel: string }) {
  const { id, kind, text, action, onGone, dismissLabel } = props;
  const life_ms = action ? actionLife_ms : props.life_ms;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => onGone(id), life_ms);
    return () => clearTimeout(timer);
  }, [held, id, life_ms, onGone]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Notice
        kind={kind}
        action={
          <>
            {action && (
              <button
                className={styles.act}
                type="button"
                onClick={() => {
                  onGone(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
            <button className={styles.dismiss} type="button" aria-label={dismissLabel} onClick={() => onGone(id)}>
              <IconX size={18} aria-hidden />
            </button>
          </>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
