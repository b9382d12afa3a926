import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Notice } from './Notice.tsx';
import styles from './Toast.module.css';

/**
 * Short results above whatever is shown, a dialog included. Each goes after its life; while somebody points at it or has its
 * button in focus it stays, and its life begins anew afterwards (WCAG 2.2.1).
 */
export function Toasts(props: {
  toasts: readonly { id: number; kind: 'success' | 'warning'; text: string }[];
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

function Toast(props: {
  id: number;
  kind: 'success' | 'warning';
  text: string;
  life_ms: number;
  onGone: (id: number) => void;
  dismissLabel: string;
}) {
  const { id, kind, text, life_ms, onGone, dismissLabel } = props;
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
          <button className={styles.dismiss} type="button" aria-label={dismissLabel} onClick={() => onGone(id)}>
            <IconX size={18} aria-hidden />
          </button>
        }
      >
        {text}
      </Notice>
    </div>
  );
}
