import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { isOpenPath, pathOf } from '@brina/contract/screens';
import { defaultLocale, type Locale } from '@brina/domain/language/locales';
import { homeOf } from '@brina/domain/people/roles';
import { loadTogether, setLocale } from '../lib/catalogues.ts';
import { loadConfig } from '../lib/config.ts';
import { localStore, session } from '../lib/session.ts';
import { sendAhead } from '../lib/transport.ts';

/** What has begun before the app's code was there. */
export type Beginning = {
  locale: Locale;
  /** Whether a session is kept in this browser: of whose first page the frame is a part. */
  signedIn: boolean;
  /** Resolves when the start-up has decided who is signed in. */
  started: Promise<void>;
};

/**
 * Begins what the first page waits for and needs no React: its words, the session's renewal, and, in the home of a kitchen, its first
 * calls. This is the start-up itself and no copy of it: the token is exchanged under the lock of all tabs and kept before it is used, so
 * that a page which is left on the way loses no session.
 */
export async function begin(): Promise<Beginning> {
  const configured = loadConfig();
  configured.catch(() => {
    // Heard of below.
  });
  await Promise.all([localStore.rehydrate(), session.kept.rehydrate()]);
  // `linkLanguage`. Apart, for hardly any page is opened from a letter.
  if (location.search.includes('lang=')) await import('./link-language.ts').then((part) => part.takeLinkLanguage());
  const locale = localStore.getState().locale ?? defaultLocale;
  const signedIn = session.kept.getState().refreshToken !== null;
  const inFrame = signedIn && !isOpenPath(location.pathname);
  const words = wordsOfPage(inFrame ? 'home' : 'login');
  if (words) loadTogether(`${words}.${locale}.json`);
  await Promise.all([configured, setLocale(locale)]);
  if (inFrame && location.pathname === pathOf('dashboard')) askForKitchen();
  const started = session.start();
  started.catch(() => {
    // Heard of by who awaits it.
  });
  return { locale, signedIn, started };
}

/** Where the words of a first page are, in front of the language; in development they come one by one. */
function wordsOfPage(page: 'home' | 'login'): string | undefined {
  const told = document.getElementById('words')?.textContent || '{}';
  return (JSON.parse(told) as Partial<Record<string, string>>)[page];
}

/** Asks for what the home of a kitchen shows, as soon as there is a token, for who was at home there when the session was last used. */
function askForKitchen(): void {
  const { user } = localStore.getState();
  if (!user?.may.readAppliances || homeOf(user.role) !== 'dashboard') return;
  const stop = session.live.subscribe(({ accessToken }) => {
    if (accessToken === null) return;
    stop();
    sendAhead(listAppliances);
    sendAhead(listLaboratories);
  });
}
