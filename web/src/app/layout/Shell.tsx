import { mobileBreakpoint_px } from '@brina/domain/constants';
import { IconMenu2, IconUserCircle } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session.ts';
import { surroundings, useShownScreen } from '../router.tsx';
import { menuOf, screens } from '../screens.ts';
import { shellMessages } from '../shell.messages.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { LanguageButton } from './LanguageButton.tsx';
import { Rail } from './Rail.tsx';
import { ScrollToTop } from './ScrollToTop.tsx';
import styles from './Shell.module.css';
import { TabBar } from './TabBar.tsx';

/** The frame of every screen behind the sign-in: rail with the role's menu, top bar, breadcrumb; on phones a tab bar. */
export function Shell() {
  const { t } = useMessages(shellMessages);
  const user = useUser();
  const main = useFocusOnNavigation();
  const mobile = useMobile();
  if (!user) return null;
  const menu = menuOf(user, { ...surroundings(), mobile });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <aside className={styles.rail}>
        <Rail menu={menu} />
      </aside>
      <div className={styles.page}>
        <header className={styles.top}>
          <MenuDrawer>
            <Rail menu={menu} />
          </MenuDrawer>
          <div className={styles.crumbs}>
            <Breadcrumb />
          </div>
          <LanguageButton />
          <Link className={styles.account} to={screens.account.path} aria-label={t('account')}>
            <IconUserCircle size={26} stroke={1.6} aria-hidden />
          </Link>
        </header>
        <main className={styles.main} id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <nav className={styles.tabs} aria-label={t('tabs')}>
        <TabBar items={menu.top} />
      </nav>
      <ScrollToTop />
    </div>
  );
}

/** The rail of a phone: the browser's own dialog keeps the focus inside and closes on Escape. */
function MenuDrawer({ children }: { children: React.ReactNode }) {
  const { t } = useMessages(shellMessages);
  const drawer = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        aria-label={t('openMenu')}
        onClick={() => drawer.current?.showModal()}
      >
        <IconMenu2 size={24} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is on an entry or beside it */}
      <dialog
        className={styles.drawer}
        ref={drawer}
        aria-label={t('navigation')}
        onClick={() => drawer.current?.close()}
      >
        {children}
      </dialog>
    </>
  );
}

/** After a navigation the focus is on the new page, where a screen reader goes on reading. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const name = useShownScreen()?.name;
  const first = useRef(true);
  useEffect(() => {
    if (!first.current && name) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [name]);
  return main;
}

/** Whether the layout is the mobile one (S9.4). */
function useMobile(): boolean {
  const [mobile, setMobile] = useState(() => surroundings().mobile);
  useEffect(() => {
    const query = matchMedia(`(max-width: ${mobileBreakpoint_px}px)`);
    const follow = (): void => setMobile(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return mobile;
}
