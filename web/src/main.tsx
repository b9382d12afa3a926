import { pathOf } from '@brina/contract/screens';
import type { Locale } from '@brina/domain/language/locales';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root as ReactRoot } from 'react-dom/client';
import type { Beginning } from './app/beginning.ts';
import { ErrorScreen, messages as errorMessages } from './app/errors/ErrorScreen.tsx';
import { OfflineScreen } from './app/errors/OfflineScreen.tsx';
import { followSession } from './app/follow-session.ts';
import { foresee } from './app/foresee.ts';
import { InsecurePage } from './app/InsecurePage.tsx';
import { keepShell } from './app/keep-shell.ts';
import { localeOfBrowser } from './app/language.ts';
import { Root } from './app/Root.tsx';
import { createAppRouter } from './app/router.tsx';
import { shellMessages } from './app/shell.messages.ts';
import { titleMessages } from './app/titles.messages.ts';
import { loadMessages, setLocale } from './lib/catalogues.ts';
import { failureMessages } from './lib/failure.messages.ts';
import { localStore, session } from './lib/session.ts';
import { PortalUnreachable } from './lib/tokens.ts';
import './ui/styles.css';
import { cssVariables, theme } from './ui/theme.ts';

/** The nonce of this response, without which the policy refuses the style sheet that Mantine writes for its variables. */
const styleNonce = (): string => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

let root: ReactRoot | undefined;

function show(page: ReactNode): void {
  root ??= createRoot(document.getElementById('root') as HTMLElement);
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {page}
      </MantineProvider>
    </StrictMode>,
  );
}

/**
 * Shows the app in place of the skeleton that the page came with.
 * @param begun what the entry has begun; absent where the browser lets nothing be kept
 */
export function run(begun: Promise<Beginning> | undefined): void {
  start(begun).catch((error: unknown) => {
    const again = () => location.reload();
    if (error instanceof PortalUnreachable) return show(<OfflineScreen onBack={again} />);
    console.error(error);
    show(<ErrorScreen onRetry={again} />);
  });
}

async function start(begun: Promise<Beginning> | undefined): Promise<void> {
  if (!begun) {
    await speak(localeOfBrowser);
    return show(<InsecurePage />);
  }
  const { locale, signedIn, started } = await begun;
  foresee(location.pathname, signedIn, locale);
  // Words first: what is to be said when the start-up fails needs them.
  await speak(() => localStore.getState().locale ?? locale);
  await Promise.race([started, session.looked()]);
  const router = createAppRouter(Root);
  followSession(
    () => void router.invalidate(),
    () => void router.navigate({ to: pathOf('dashboard') }),
  );
  await router.load();
  show(<RouterProvider router={router} />);
  // What is shown of a kept session stands until here, where it turns out that there is no portal.
  await started;
  void keepShell();
}

/** Brings the words that every page needs. The start-up may take over another language meanwhile. */
async function speak(locale: () => Locale): Promise<void> {
  await loadMessages(locale(), shellMessages, titleMessages, failureMessages, ...errorMessages);
  await setLocale(locale());
}
