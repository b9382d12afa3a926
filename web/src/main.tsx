import { pathOf } from '@brina/contract/screens';
import { defaultLocale } from '@brina/domain/language/locales';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorScreen, messages as errorMessages } from './app/errors/ErrorScreen.tsx';
import { followSession } from './app/follow-session.ts';
import { foresee } from './app/foresee.ts';
import { InsecurePage } from './app/InsecurePage.tsx';
import { localeOfBrowser } from './app/language.ts';
import { Root } from './app/Root.tsx';
import { createAppRouter } from './app/router.tsx';
import { shellMessages } from './app/shell.messages.ts';
import { titleMessages } from './app/titles.messages.ts';
import { loadConfig } from './lib/config.ts';
import { failureMessages } from './lib/failure.messages.ts';
import { loadMessages, setLocale } from './lib/messages.ts';
import { queryClient } from './lib/query.ts';
import { localStore, session } from './lib/session.ts';
import './ui/styles.css';
import { cssVariables, theme } from './ui/theme.ts';

/** The nonce of this response, without which the policy refuses the style sheet that Mantine writes for its variables. */
const styleNonce = (): string => document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = createRoot(document.getElementById('root') as HTMLElement);
const show = (page: ReactNode): void =>
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );

async function start(): Promise<void> {
  if (!isSecureContext) {
    await speak(localeOfBrowser());
    return show(<InsecurePage />);
  }
  const configured = loadConfig();
  // Its failure is heard of below.
  configured.catch(() => {});
  await Promise.all([localStore.rehydrate(), session.kept.rehydrate()]);
  const locale = localStore.getState().locale ?? defaultLocale;
  foresee(location.pathname, session.kept.getState().refreshToken !== null, locale);
  await Promise.all([speak(locale), configured]);
  await session.start();
  const router = createAppRouter(Root);
  followSession(
    () => void router.invalidate(),
    () => void router.navigate({ to: pathOf('dashboard') }),
  );
  await router.load();
  show(<RouterProvider router={router} />);
}

/** Brings the words that every page needs. */
async function speak(locale: Parameters<typeof setLocale>[0]): Promise<void> {
  await loadMessages(locale, shellMessages, titleMessages, failureMessages, ...errorMessages);
  await setLocale(locale);
}

start().catch((error: unknown) => {
  console.error(error);
  show(<ErrorScreen onRetry={() => location.reload()} />);
});
