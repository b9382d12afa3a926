import { Outlet } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import { Brand } from './Brand.tsx';
import { LanguageButton } from './LanguageButton.tsx';
import styles from './OpenLayout.module.css';

/** The frame of the pages that need no session: the brand beside the form, above it on a phone. */
export function OpenLayout() {
  const { t } = useMessages(shellMessages);
  return (
    <div className={styles.page}>
      <aside className={styles.side}>
        <Brand />
        <p className={styles.tagline}>{t('tagline')}</p>
        <CoolingCurve />
      </aside>
      <div className={styles.top}>
        <LanguageButton />
      </div>
      <main className={styles.main}>
        <Outlet />
      </main>
    </div>
  );
}

/** What the product is about, in one line: a core that falls to its set point and stays there. */
function CoolingCurve() {
  return (
    <svg className={styles.curve} viewBox="0 0 544 130" preserveAspectRatio="none" aria-hidden>
      <path className={styles.setPoint} d="M0 122H544" />
      <path className={styles.core} d="M0 4c52 2 80 8 112 34 34 28 70 64 108 78 46 16 110-2 164 1 56 4 104 5 160 2" />
    </svg>
  );
}
