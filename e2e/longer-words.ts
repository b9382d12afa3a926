import { getUserInfo } from '@brina/contract/calls/people/account';
import { defaultLocale, htmlLang, type Locale, wireLocale } from '@brina/domain/language/locales';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The words of a page: as they are, or each as much longer as another language may make it. */
export type Words = 'usual' | 'longer';

/** How much longer than English a text of another language may be: no translation shall need another layout. */
const growth = 0.4;
const spokenIn = { usual: defaultLocale, longer: 'en-US' } as const satisfies Record<Words, Locale>;
/** Where the page keeps, until its tab is closed, which language its person is to have chosen. */
const chosen = 'brina-journey:language';

/**
 * Lets the pages of a tab speak longer words in place of US English. Call it before the first of them opens. The tab alone sees
 * another language in its person's answer: the account stays as it is.
 */
export async function teachLongerWords(page: Page): Promise<void> {
  // In the page and not by a route, with which Chromium keeps no cache: every screen would bring the whole app again.
  await page.addInitScript(
    ({ catalogues, person, key, share }) => {
      const grown = (texts: unknown): unknown => {
        if (typeof texts === 'string')
          // What stands for a value stays.
          return texts.replace(/\{[^}]*\}|\p{L}+/gu, (part) =>
            part.startsWith('{') ? part : part + part.slice(0, Math.round(part.length * share)),
          );
        if (typeof texts !== 'object' || texts === null) return texts;
        return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, grown(text)]));
      };
      const changed = (url: string): ((body: Record<string, unknown>) => unknown) | undefined => {
        const { pathname } = new URL(url);
        const language = sessionStorage.getItem(key);
        if (pathname.startsWith('/assets/messages/') && pathname.endsWith(catalogues)) {
          document.documentElement.dataset.words = 'longer';
          return grown;
        }
        if (pathname === person && language) return (user) => ({ ...user, language });
        return undefined;
      };
      const bring = window.fetch;
      window.fetch = async (...request) => {
        const response = await bring(...request);
        const change = response.ok ? changed(response.url) : undefined;
        return change ? Response.json(change(await response.json()), { headers: response.headers }) : response;
      };
    },
    { catalogues: `.${spokenIn.longer}.json`, person: getUserInfo.path, key: chosen, share: growth },
  );
}

/** Chooses longer words, for this browser, on a page of who is not signed in. */
export async function chooseLongerWords(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('radio', { name: 'English (US)' }).check({ force: true });
  await page.getByRole('button', { name: 'Set language' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-words', 'longer');
}

/** Lets the open page of somebody signed in go on in these words, as if another tab had changed the language. */
export async function speak(page: Page, words: Words): Promise<void> {
  const locale = spokenIn[words];
  await page.evaluate(
    ({ key, language, lang }) => {
      if (document.documentElement.lang === lang) return;
      sessionStorage.setItem(key, language);
      const tabs = new BroadcastChannel('brina:session');
      tabs.postMessage({ kind: 'user-changed' });
      tabs.close();
    },
    { key: chosen, language: wireLocale(locale), lang: htmlLang(locale) },
  );
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', htmlLang(locale));
  // Or the words would be as short as ever, and nothing would be cut.
  if (words === 'longer') await expect(html).toHaveAttribute('data-words', 'longer');
}
