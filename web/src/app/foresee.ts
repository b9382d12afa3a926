import { screenRows } from '@brina/contract/screens';
import type { Locale } from '@brina/domain/language/locales';
import { loadMessages } from '../lib/catalogues.ts';
import { findScreen } from './decide.ts';
import { screens } from './screens.ts';

// Apart from each other: the built `a ? import(…) : import(…)` would preload what the other one needs.
const layouts = { shell: () => import('./layout/Shell.tsx'), open: () => import('./layout/OpenLayout.tsx') };

/**
 * Begins to fetch what the first page most likely needs, code and words, while the session is still being asked
 * for: on a slow line one wait after the other is what makes a page late. What fails here is fetched again by the route, which also
 * says so.
 * @param signedIn whether a session is kept in this browser; nobody's first page is the login page, but for the other open ones
 */
export function foresee(path: string, signedIn: boolean, locale: Locale): void {
  const asked = findScreen(path)?.name;
  const open = asked !== undefined && screenRows[asked].who === 'public';
  const name = signedIn || open ? asked : 'login';
  const layout = layouts[signedIn && !open ? 'shell' : 'open']();
  const screen = name === undefined ? undefined : screens[name].load;
  const arrives = Promise.all([layout, screen?.().then(({ messages }) => loadMessages(locale, ...messages))]);
  arrives.catch(() => {});
}
