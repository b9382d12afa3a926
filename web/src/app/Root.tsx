import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMessages } from '../lib/messages.ts';
import { usePendingRequests } from '../lib/transport.ts';
import styles from './Root.module.css';
import { useShownScreen } from './shown-screen.ts';
import { screens } from './screens.ts';
import { shellMessages } from './shell.messages.ts';
import { titleMessages } from './titles.messages.ts';

/** What stands around every page, signed in or not: the document's title and the loader. */
export function Root() {
  useDocumentTitle();
  return (
    <>
      <LoaderLine />
      <Outlet />
    </>
  );
}

/** The loader: a line that runs while requests do (S2.19). Its style lets quick ones pass unseen. */
function LoaderLine() {
  const { t } = useMessages(shellMessages);
  if (usePendingRequests() === 0) return null;
  return <div className={styles.loader} role="progressbar" aria-label={t('loading')} />;
}

function useDocumentTitle(): void {
  const { t } = useMessages(titleMessages);
  const { t: shell } = useMessages(shellMessages);
  const name = useShownScreen()?.name;
  useEffect(() => {
    document.title = name ? `${t(screens[name].title)} · ${shell('product')}` : shell('product');
  }, [name, t, shell]);
}
