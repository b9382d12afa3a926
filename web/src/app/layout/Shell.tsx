import { signUpPreferences } from '@brina/domain/constants';
import { formatWrittenQuantity } from '@brina/domain/language/quantity';
import { isStaffRole } from '@brina/domain/people/roles';
import { IconMenu2 } from '@tabler/icons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { comesLater } from '../../lib/comes-later.ts';
import { config } from '../../lib/config.ts';
import { afterFirstPicture } from '../../lib/first-picture.ts';
import { useMessages } from '../../lib/messages.ts';
import { withQueries } from '../../lib/Queries.tsx';
import { useFirstPicture } from '../../lib/use-first-picture.ts';
import { useUser } from '../../lib/use-user.ts';
import { type ShowQuantity, WrittenQuantities } from '../../lib/written-quantities.ts';
import { menuOf, tutorialFor } from '../menu.ts';
import { screens } from '../screens.ts';
import { shellMessages } from '../shell.messages.ts';
import { useShownScreen } from '../shown-screen.ts';
import { useSurroundings } from '../surroundings.ts';
import { AccountLink } from './AccountLink.tsx';
import { Breadcrumb } from './Breadcrumb.tsx';
import { LanguageButton } from './LanguageButton.tsx';
import { Rail } from './Rail.tsx';
import styles from './Shell.module.css';
import { TabBar } from './TabBar.tsx';
import { UnreadAnnouncement } from './UnreadCount.tsx';
import { useUnreadNotifications } from './use-unread-notifications.ts';

// For the maker's staff, and for a demo: a kitchen's first page is without them.
const AssistantButton = lazy(async () => ({ default: (await import('./AssistantButton.tsx')).AssistantButton }));
const DemoHistory = lazy(async () => ({ default: (await import('./DemoHistory.tsx')).DemoHistory }));
// The dashboard is of no appliance.
const AppliancePlace = lazy(async () => ({ default: (await import('./AppliancePlace.tsx')).AppliancePlace }));
// On the first picture nobody has scrolled.
const ScrollToTop = lazy(async () => {
  await afterFirstPicture();
  return { default: (await import('./ScrollToTop.tsx')).ScrollToTop };
});
// What asks the portal first before it shows anything: the page need not wait for it.
const NewsBox = comesLater(async () => {
  const { NewsBox: Part, messages } = await import('../../features/maker/news/NewsBox.tsx');
  return { Part, messages };
});
const MandatoryDataDialog = comesLater(async () => {
  const { MandatoryDataDialog: Part } = await import('../../features/people/company/MandatoryDataDialog.tsx');
  return { Part, messages: [] };
});

/**
 * The frame of every screen behind the sign-in: rail with the role's menu, top bar, breadcrumb; on phones a tab bar. In it texts show
 * their quantities as the reader wishes.
 */
export const Shell = withQueries(() => (
  <ReadersQuantities>
    <Frame />
  </ReadersQuantities>
));

function ReadersQuantities({ children }: { children: ReactNode }) {
  const measurement = (useUser()?.preferences ?? signUpPreferences).measurement_system;
  const show = useCallback<ShowQuantity>(
    (written, locale) => formatWrittenQuantity(written, { locale, measurement }),
    [measurement],
  );
  return <WrittenQuantities value={show}>{children}</WrittenQuantities>;
}

function Frame() {
  const { t } = useMessages(shellMessages);
  const user = useUser();
  const main = useFocusOnNavigation();
  const place = useSurroundings();
  const shown = useShownScreen();
  const name = shown?.name;
  const complete = useFirstPicture(name !== undefined && !screens[name].saysWhenThere) === 'settled';
  const unread = useUnreadNotifications(complete ? user : null);
  if (!user) return null;
  const menu = menuOf(user, place);
  const rail = <Rail menu={menu} tutorial={tutorialFor(user, config())} unread={unread} />;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <aside className={styles.rail}>{rail}</aside>
      <div className={styles.page}>
        <header className={styles.top}>
          <MenuDrawer>{rail}</MenuDrawer>
          <div className={styles.crumbs}>
            <Breadcrumb />
          </div>
          <LanguageButton />
          <AccountLink user={user} />
        </header>
        <Suspense>{config().features.demo && <DemoHistory />}</Suspense>
        <Suspense>{complete && <NewsBox />}</Suspense>
        <main className={styles.main} id="main" tabIndex={-1} ref={main}>
          <Outlet />
        </main>
      </div>
      <nav className={styles.tabs} aria-label={t('tabs')}>
        <TabBar items={menu.top} unread={unread} />
      </nav>
      <div className={styles.floating}>
        <Suspense>
          <ScrollToTop />
        </Suspense>
        <Suspense>{!place.mobile && isStaffRole(user.role) && <AssistantButton />}</Suspense>
      </div>
      <Suspense>{shown?.params.serialNumber !== undefined && <AppliancePlace />}</Suspense>
      <UnreadAnnouncement unread={unread} />
      <Suspense>{complete && <MandatoryDataDialog />}</Suspense>
    </div>
  );
}

/** The rail of a phone, in the browser's own dialog: it keeps the focus inside, and closes on Escape and a touch beside it. */
function MenuDrawer({ children }: { children: ReactNode }) {
  const { t } = useMessages(shellMessages);
  const drawer = useRef<HTMLDialogElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    if (path) drawer.current?.close();
  }, [path]);
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
      <dialog className={styles.drawer} ref={drawer} closedby="any" aria-label={t('navigation')}>
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
