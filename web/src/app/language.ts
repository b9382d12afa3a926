import { defaultLocale, intlTag, type Locale, locales, wireLocale } from '@brina/domain/language/locales';
import { setLocale } from '../lib/catalogues.ts';
import { localStore, session } from '../lib/session.ts';
import { isInside } from '../lib/session-tokens.ts';
import { send } from '../lib/transport.ts';

/**
 * Switches the interface to a language somebody chose, and keeps the choice in this browser.
 * @throws when the texts of the language cannot be had: the interface then stays as it is
 */
export async function chooseLocale(locale: Locale): Promise<void> {
  await setLocale(locale);
  localStore.setState({ locale });
}

/**
 * Saves a chosen language to the user, if one is signed in: letters and announcements follow it too (S2.17, S3.22).
 * @throws {CallFailed} when it could not be saved
 */
export async function saveLocale(locale: Locale): Promise<void> {
  if (!isInside(session.live.getState().status)) return;
  const { updateUserInfo } = await import('@brina/contract/calls/people/account');
  await session.adopt(await send(updateUserInfo, { body: { language: wireLocale(locale) } }));
}

/** The nearest of the nine to what the browser asks for: for the one page that is shown where nothing can be kept. */
export function localeOfBrowser(): Locale {
  const language = (tag: string): string => tag.slice(0, 2);
  for (const tag of navigator.languages) {
    const exact = locales.find((locale) => intlTag(locale) === tag);
    const near = exact ?? locales.find((locale) => language(intlTag(locale)) === language(tag));
    if (near) return near;
  }
  return defaultLocale;
}
