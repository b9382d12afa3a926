import { defaultLocale, type Locale } from '@brina/domain/language/locales';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from 'vitest-browser-react';
import { loadMessages, setLocale } from '../../lib/catalogues.ts';
import { loadConfig } from '../../lib/config.ts';
import { failureMessages } from '../../lib/failure.messages.ts';
import { queryClient } from '../../lib/query.ts';
import { localStore, session } from '../../lib/session.ts';
import { portalFixture } from '../../lib/testing/portal-fixture.ts';
import { dismissToasts } from '../../lib/toast.ts';
import { messages as errorMessages } from '../errors/ErrorScreen.tsx';
import '../../ui/styles.css';
import { cssVariables, theme } from '../../ui/theme.ts';
import { Root } from '../Root.tsx';
import { createAppRouter } from '../router.tsx';
import { shellMessages } from '../shell.messages.ts';
import { titleMessages } from '../titles.messages.ts';

/**
 * Renders the whole app at a path, over a fixture that answers its requests.
 * @param options `signIn` (the default) signs the fixture's user in first; `locale` is the language of the interface
 */
export async function renderApp(
  path: string,
  options: { portal?: ReturnType<typeof portalFixture>; signIn?: boolean; locale?: Locale; dark?: boolean } = {},
) {
  const { portal = portalFixture(), signIn = true, locale = defaultLocale, dark = false } = options;
  queryClient.clear();
  dismissToasts();
  await loadMessages(defaultLocale, shellMessages, titleMessages, failureMessages, ...errorMessages);
  await setLocale(defaultLocale);
  await loadConfig();
  await session.start();
  session.signOut();
  if (signIn) await session.signIn({ email: 'ada@example.com', password: 'secret', rememberMe: true });
  await setLocale(locale);
  localStore.setState({ locale });
  const router = createAppRouter(Root, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const screen = await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={dark ? 'dark' : 'light'}>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { screen, router, portal };
}
