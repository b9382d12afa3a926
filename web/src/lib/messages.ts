import { defaultLocale, htmlLang, intlTag, type Locale } from '@brina/domain/language/locales';
import {
  format,
  type Messages,
  type Text,
  type TextRow,
  type Values,
  type ValuesArgument,
} from '@brina/domain/language/messages';
import { use, useCallback } from 'react';
import { create } from 'zustand';

/**
 * Texts in the browser. The Vite plugin leaves of every `*.messages.ts` its namespace and version; the texts come as one JSON a
 * namespace and language, which the loader of a route awaits before the screen is shown.
 */
type Shipped = { readonly namespace: string; readonly version: string };
type Rows = Readonly<Record<string, TextRow>>;
type Catalogue = Readonly<Record<string, Text>>;
/** Any catalogue of texts, for lists of them. */
export type AnyMessages = { readonly namespace: string };

const useShownLocale = create<{ locale: Locale }>(() => ({ locale: defaultLocale }));
const catalogues = new Map<string, Catalogue>();
const underWay = new Map<string, Promise<void>>();
const wanted = new Map<string, Shipped>();

const addressOf = ({ namespace, version }: Shipped, locale: Locale): string =>
  `/assets/messages/${namespace.replaceAll('/', '.')}.${version}.${locale}.json`;

function loadOne(messages: Shipped, locale: Locale): Promise<void> {
  wanted.set(messages.namespace, messages);
  const address = addressOf(messages, locale);
  const known = underWay.get(address);
  if (known) return known;
  const loading = fetchCatalogue(address).catch((error: unknown) => {
    underWay.delete(address);
    throw error;
  });
  underWay.set(address, loading);
  return loading;
}

async function fetchCatalogue(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  catalogues.set(address, (await response.json()) as Catalogue);
}

/** Brings the texts of these catalogues in a language; the loader of a route awaits it, so that no screen appears without its words. */
export async function loadMessages(locale: Locale, ...messages: readonly AnyMessages[]): Promise<void> {
  await Promise.all(messages.map((one) => loadOne(one as Shipped, locale)));
}

/** Switches the interface, once every text that was shown so far is there in the new language. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadMessages(locale, ...wanted.values());
  document.documentElement.lang = htmlLang(locale);
  useShownLocale.setState({ locale });
}

/** The language of the interface, outside components. */
export const shownLocale = (): Locale => useShownLocale.getState().locale;

/** The language of the interface; renders again when it changes. */
export const useLocale = (): Locale => useShownLocale((state) => state.locale);

/** The tag a request carries as Accept-Language: `nl-NL` for Dutch. */
export const languageTag = (): string => intlTag(shownLocale());

/** Shows a key of one catalogue, with its values where the English text has placeholders. */
export type Translate<T extends Rows> = <Key extends keyof T & string>(
  key: Key,
  ...values: ValuesArgument<T[Key]['en']>
) => string;

/** A catalogue in the language of the interface. */
export type Words<T extends Rows> = {
  t: Translate<T>;
  /** Whether there is a text for a key that is made of what the server sends. */
  has: (key: string) => key is keyof T & string;
  locale: Locale;
  /** The value of an html `lang` attribute. */
  lang: string;
};

/** Texts of one catalogue in the language of the interface. Suspends when no loader has brought them yet. */
export function useMessages<T extends Rows>(messages: Messages<T>): Words<T> {
  const locale = useLocale();
  const shipped = messages as unknown as Shipped;
  const address = addressOf(shipped, locale);
  if (!catalogues.has(address)) use(loadOne(shipped, locale));
  const t = useCallback(
    (key: string, values?: Values) => format(textOf(address, key), locale, values),
    [address, locale],
  );
  const has = useCallback((key: string): key is keyof T & string => hasText(address, key), [address]);
  return { t: t as Translate<T>, has, locale, lang: htmlLang(locale) };
}

const hasText = (address: string, key: string): boolean => Object.hasOwn(catalogues.get(address) ?? {}, key);
const textOf = (address: string, key: string): Text => catalogues.get(address)?.[key] ?? key;
