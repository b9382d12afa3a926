import { fill } from '@brina/domain/language/fill';
import { htmlLang, type Locale } from '@brina/domain/language/locales';
import type { Messages, TextRow, Values } from '@brina/domain/language/messages';
import type { Translate } from '@brina/domain/language/speech';
import { use } from 'react';
import { useStore } from 'zustand';
import { loadOne, localeStore, type Shipped, textsOf } from './catalogues.ts';
import { type ShowQuantity, WrittenQuantities } from './written-quantities.ts';

type Rows = Readonly<Record<string, TextRow>>;

/** The language of the interface; renders again when it changes. */
export const useLocale = (): Locale => useStore(localeStore, (state) => state.locale);

/** A catalogue in the language of the interface. */
export type Words<T extends Rows> = {
  t: Translate<T>;
  /** Whether there is a text for a key that is made of what the server sends. */
  has: (key: string) => key is keyof T & string;
  locale: Locale;
  /** The value of an html `lang` attribute. */
  lang: string;
};

/** Nothing to wait for, which React reads off the promise: a component that waited once has to go on using one. */
const nothing = Object.assign(Promise.resolve(), { status: 'fulfilled' });

/** Texts of one catalogue in the language of the interface. Suspends when no loader has brought them yet. */
export function useMessages<T extends Rows>(messages: Messages<T>): Words<T> {
  const locale = useLocale();
  const shipped = messages as unknown as Shipped;
  const show = use(WrittenQuantities);
  use(broughtIn(shipped, locale));
  return wordsOf(shipped, locale, show) as Words<T>;
}

/** What to wait for before a catalogue can be shown in a language. */
export const broughtIn = (shipped: Shipped, locale: Locale): Promise<unknown> =>
  textsOf(shipped, locale) ? nothing : loadOne(shipped, locale);

/** The words of any catalogue, whose keys only its caller knows. */
type AnyWords = {
  t: (key: string, values?: Values) => string;
  has: (key: string) => key is string;
  locale: Locale;
  lang: string;
};

const made = new WeakMap<Shipped, { show: ShowQuantity; words: AnyWords }>();

/** The words that were made last, as long as they are what is asked for: a page of cards asks for the same ones a thousand times. */
export function wordsOf(shipped: Shipped, locale: Locale, show: ShowQuantity): AnyWords {
  const last = made.get(shipped);
  if (last?.words.locale === locale && last.show === show) return last.words;
  const texts = () => textsOf(shipped, locale);
  const shown = (written: string) => show(written, locale);
  const words: AnyWords = {
    t: (key, values = {}) => fill(texts()?.[key] ?? key, locale, values, shown),
    has: (key): key is string => Object.hasOwn(texts() ?? {}, key),
    locale,
    lang: htmlLang(locale),
  };
  made.set(shipped, { show, words });
  return words;
}
