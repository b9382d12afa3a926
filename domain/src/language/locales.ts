/**
 * The interface languages and every spelling of them (S1.1, S3.22). One that is not offered yet may have texts for a part of the keys;
 * the others show English, and it is in no menu.
 */

type LocaleRow = {
  /** BCP 47 tag for Intl. `du` is a code of the specification, not a language: Intl would silently answer in English. */
  readonly intl: string;
  /** Value of `<html lang>`: it decides hyphenation, quotes, speech and the shape of Japanese glyphs. */
  readonly html: string;
  /** Spelling in the account calls. */
  readonly wire: string;
  /** What the language button of the top bar shows (S2.13). */
  readonly button: string;
  /** The language's name in itself. */
  readonly endonym: string;
  /** Whether people can choose it. What is offered has every text, or the check of the texts fails. */
  readonly offered: boolean;
};

const rows = {
  en: { intl: 'en-GB', html: 'en-GB', wire: 'en_GB', button: 'EN', endonym: 'English (UK)', offered: true },
  it: { intl: 'it-IT', html: 'it', wire: 'it_IT', button: 'IT', endonym: 'Italiano', offered: true },
  ru: { intl: 'ru-RU', html: 'ru', wire: 'ru_RU', button: 'RU', endonym: 'Русский', offered: true },
  es: { intl: 'es-ES', html: 'es', wire: 'es_ES', button: 'ES', endonym: 'Español', offered: true },
  du: { intl: 'nl-NL', html: 'nl', wire: 'nl_NL', button: 'NL', endonym: 'Nederlands', offered: true },
  fr: { intl: 'fr-FR', html: 'fr', wire: 'fr_FR', button: 'FR', endonym: 'Français', offered: true },
  de: { intl: 'de-DE', html: 'de', wire: 'de_DE', button: 'DE', endonym: 'Deutsch', offered: true },
  'en-US': { intl: 'en-US', html: 'en-US', wire: 'en_US', button: 'US', endonym: 'English (US)', offered: true },
  ja: { intl: 'ja-JP', html: 'ja', wire: 'ja_JP', button: 'JA', endonym: '日本語', offered: true },
} as const satisfies Record<string, LocaleRow>;

/** A code of a language that has texts, offered or not. */
export type Language = keyof typeof rows;

/** A code of an interface language, as files and preferences spell it. */
export type Locale = { [L in Language]: (typeof rows)[L]['offered'] extends true ? L : never }[Language];

/** Every language that has texts, in the order of their files. */
export const languages = Object.keys(rows) as readonly Language[];

/** The languages that are offered, in the order of the language dialog. */
export const locales: readonly Locale[] = languages.filter(isOffered);

function isOffered(language: Language): language is Locale {
  return rows[language].offered;
}

/** The language of somebody who has chosen none (S3.22). */
export const defaultLocale = 'en' satisfies Locale;

/** Whether a stored or received text is the code of one that is offered. */
export const isLocale = (code: string): code is Locale => locales.some((locale) => locale === code);

/** The tag to give to Intl: `en` → `en-GB`, `du` → `nl-NL`. */
export const intlTag = (locale: Language): string => rows[locale].intl;

/** The value of `<html lang>`: `du` → `nl`. */
export const htmlLang = (locale: Language): string => rows[locale].html;

/** The spelling of the account calls: `du` → `nl_NL` (S3.22). */
export const wireLocale = (locale: Locale): string => rows[locale].wire;

/** The interface language of a wire locale: `it_IT` → `it`; what is none of the nine, or missing, gives `en` (S3.22). */
export const fromWireLocale = (wire: string | null | undefined): Locale =>
  locales.find((locale) => rows[locale].wire === wire) ?? defaultLocale;

/** The letters on the language button: US for en-US, NL for Dutch (S2.13). */
export const buttonCode = (locale: Locale): string => rows[locale].button;

/** The language's own name for itself, shown in the language dialog. */
export const endonym = (locale: Locale): string => rows[locale].endonym;
