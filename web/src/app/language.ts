import { defaultLocale, intlTag, type Locale, locales } from '@brina/domain/locales';
import { setLocale } from '../lib/messages.ts';
import { localStore } from '../lib/session.ts';

/** Switches the interface to a language somebody chose, and keeps the choice in this browser. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await setLocale(locale);
  localStore.setState({ locale });
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
