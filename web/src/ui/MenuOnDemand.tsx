import { IconDots } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import styles from './MenuOnDemand.module.css';

/**
 * The button of a menu that comes when it is first asked for: menus and their dialogs weigh a quarter of the page. The button itself is
 * a plain one, since a chain has hundreds of them.
 * @param children the menu, a lazy component that opens by itself (`OpenedMenu`)
 */
export function MenuOnDemand({ label, children }: { label: string; children: ReactNode }) {
  const [asked, setAsked] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      aria-haspopup="menu"
      aria-busy={asked}
      onClick={() => setAsked(true)}
    >
      <IconDots size={22} aria-hidden />
    </button>
  );
  return asked ? <Suspense fallback={button}>{children}</Suspense> : button;
}
