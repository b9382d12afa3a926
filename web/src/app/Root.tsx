import { messageLife_ms } from '@brina/domain/constants';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { loadMessages, shownLocale } from '../lib/catalogues.ts';
import { useFarewell } from '../lib/farewell.ts';
import { afterFirstPicture } from '../lib/first-picture.ts';
import { useMessages } from '../lib/messages.ts';
import { useNamesOfPlaces } from '../lib/named-places.ts';
import { dismissToast, useToasts } from '../lib/toast.ts';
import { pendingRequests } from '../lib/transport.ts';
import { Toasts } from '../ui/Toast.tsx';
import styles from './Root.module.css';
import { breadcrumbOf } from './screens.ts';
import { shellMessages } from './shell.messages.ts';
import { useShownScreen } from './shown-screen.ts';
import { titleMessages } from './titles.messages.ts';

/** What stands around every page, signed in or not: the document's title, the loader and short results. */
export function Root() {
  useDocumentTitle();
  return (
    <>
      <LoaderLine />
      <Outlet />
      <Results />
      <Suspense>
        <Confirmation />
      </Suspense>
      <LastWords />
    </>
  );
}

/** The loader: a line that runs while requests do (S2.19). Its style lets quick ones pass unseen. */
function LoaderLine() {
  const { t } = useMessages(shellMessages);
  if (useStore(pendingRequests) === 0) return null;
  return <div className={styles.loader} role="progressbar" aria-label={t('loading')} />;
}

function Results() {
  const { t } = useMessages(shellMessages);
  return <Toasts toasts={useToasts()} life_ms={messageLife_ms} onGone={dismissToast} dismissLabel={t('dismiss')} />;
}

const Farewell = lazy(async () => {
  const { Farewell, messages } = await import('../features/people/account/Farewell.tsx');
  await loadMessages(shownLocale(), ...messages);
  return { default: Farewell };
});

// Nobody does anything dangerous before the first picture.
const Confirmation = lazy(async () => {
  await afterFirstPicture();
  return { default: (await import('./Confirmation.tsx')).Confirmation };
});

/** The codes a deleted account leaves behind; the session, and the page they came from, have ended with it. */
function LastWords() {
  if (useFarewell().length === 0) return null;
  return (
    <Suspense>
      <Farewell />
    </Suspense>
  );
}

function useDocumentTitle(): void {
  const { t } = useMessages(titleMessages);
  const { t: shell } = useMessages(shellMessages);
  const shown = useShownScreen();
  const names = useNamesOfPlaces();
  useEffect(() => {
    // What it is about first: of many tabs one sees the beginnings only.
    const above = (shown ? breadcrumbOf(shown.name) : []).filter((one) => one !== shown?.name);
    const places = [
      ...(shown ? [names[shown.name] ?? t(shown.title)] : []),
      ...above.reverse().flatMap((one) => names[one] ?? []),
    ];
    document.title = [...places, shell('product')].join(' · ');
  }, [shown, names, t, shell]);
}
