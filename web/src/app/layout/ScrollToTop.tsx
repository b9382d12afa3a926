import { IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { shellMessages } from '../shell.messages.ts';
import styles from './ScrollToTop.module.css';

/** How far down a page the way back is worth a button. */
const worthwhile_px = 600;

/** The scroll-to-top control (S2.19). */
export function ScrollToTop() {
  const { t } = useMessages(shellMessages);
  // Who has scrolled before this part arrived is far already.
  const [far, setFar] = useState(() => window.scrollY > worthwhile_px);
  useEffect(() => {
    const follow = (): void => setFar(window.scrollY > worthwhile_px);
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  if (!far) return null;
  return (
    <button
      type="button"
      className={styles.control}
      aria-label={t('toTop')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <IconArrowUp size={24} aria-hidden />
    </button>
  );
}
