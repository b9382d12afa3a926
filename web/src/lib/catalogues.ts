/**
 * Texts in the browser, below React: what brings them. The Vite plugin leaves of every `*.messages.ts` its namespace and version; the
 * texts come as one JSON a namespace and language, which the loader of a route awaits before the screen is shown. Those of a first page
 * come together, in one.
 */
import { defaultLocale, htmlLang, intlTag, type Locale } from '@brina/domain/language/locales';
import type { Text } from '@brina/domain/language/messages';
import { createStore } from 'zustand';
import { fetchJson } from './fetch.ts';

/** What the build leaves of a catalogue. */
export type Shipped = { readonly namespace: string; readonly version: string };
type Catalogue = Readonly<Record<string, Text>>;
/** Any catalogue of texts, for lists of them. */
export type AnyMessages = { readonly namespace: string };

/** The language of the interface, as a store. */
export const localeStore = createStore<{ locale: Locale }>(() => ({ locale: defaultLocale }));
const catalogues = new Map<string, Catalogue>();
const underWay = new Map<string, Promise<void>>();
const wanted = new Map<string, Shipped>();
/** The texts of the first page, while they come. */
let together: Promise<void> | undefined;

const addressOf = ({ namespace, version }: Shipped, locale: Locale): string =>
  `/assets/messages/${namespace.replaceAll('/', '.')}.${version}.${locale}.json`;

/** The texts of a catalogue in a language; `undefined` until they have come. */
export const textsOf = (messages: Shipped, locale: Locale): Catalogue | undefined =>
  catalogues.get(addressOf(messages, locale));

/** Brings the texts of one catalogue, once. */
export function loadOne(messages: Shipped, locale: Locale): Promise<void> {
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
  await together;
  if (catalogues.has(address)) return;
  catalogues.set(address, (await fetchJson(address)) as Catalogue);
}

/**
 * Brings the texts of the first page in one file: by the addresses of their own files. What asks for one of them meanwhile waits; what
 * is not among them, or does not come this way, is fetched by itself.
 */
export function loadTogether(address: string): void {
  together = fetchJson(address).then(
    (page) => {
      for (const [one, texts] of Object.entries(page as Record<string, Catalogue>)) catalogues.set(one, texts);
    },
    () => undefined,
  );
}

/** Brings the texts of these catalogues in a language; the loader of a route awaits it, so that no screen appears without its words. */
export async function loadMessages(locale: Locale, ...messages: readonly AnyMessages[]): Promise<void> {
  await Promise.all(messages.map((one) => loadOne(one as Shipped, locale)));
}

let switches = 0;

/** Switches the interface, once every text that was shown so far is there in the new language; of several switches the last one counts. */
export async function setLocale(locale: Locale): Promise<void> {
  const own = ++switches;
  await loadMessages(locale, ...wanted.values());
  if (own !== switches) return;
  document.documentElement.lang = htmlLang(locale);
  localeStore.setState({ locale });
}

/** The language of the interface, outside components. */
export const shownLocale = (): Locale => localeStore.getState().locale;

/** The tag a request carries as Accept-Language: `nl-NL` for Dutch. */
export const languageTag = (): string => intlTag(shownLocale());
