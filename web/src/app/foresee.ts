import { screenRows } from '@brina/contract/screens';
import type { Locale } from '@brina/domain/language/locales';
import { loadMessages } from '../lib/messages.ts';
import { findScreen } from './decide.ts';
import { screens } from './screens.ts';

/**
 * Begins to fetch what the first page most likely needs, code and words, while the configuration and the session are still being asked
 * for: on a slow line one wait after the other is what makes a page late. What fails here is fetched again by the route, which also
 * says so.
 * @param signedIn whether a session is kept in this browser; nobody's first page is the login page, but for the other open ones
 */
export function foresee(path: string, signedIn: boolean, locale: Locale): void {
  const asked = findScreen(path)?.name;
  const open = asked !== undefined && screenRows[asked].who === 'public';
  const name = signedIn || open ? asked : 'login';
  const layout = signedIn && !open ? import('./layout/Shell.tsx') : import('./layout/OpenLayout.tsx');
  const screen = name === undefined ? undefined : screens[name].load;
  const arrives = Promise.all([
    layout,
    screen?.().then(({ messages }) => loadMessages(locale, ...messages)),
    signedIn && import('@brina/contract/calls/people/account'),
  ]);
  arrives.catch(() => {});
}
