import { signUpPreferences } from '@brina/domain/constants';
import { fill } from '@brina/domain/language/fill';
import { htmlLang, type Locale } from '@brina/domain/language/locales';
import type { Messages, TextRow, Values, ValuesArgument } from '@brina/domain/language/messages';
import { use, useCallback } from 'react';
import { useStore } from 'zustand';
import { loadOne, localeStore, type Shipped, textsOf } from './catalogues.ts';
import { useUser } from './use-user.ts';
import { WrittenQuantities } from './written-quantities.ts';

type Rows = Readonly<Record<string, TextRow>>;

/** The language of the interface; renders again when it changes. */
export const useLocale = (): Locale => useStore(localeStore, (state) => state.locale);

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

/** Nothing to wait for, which React reads off the promise: a component that waited once has to go on using one. */
const nothing = Object.assign(Promise.resolve(), { status: 'fulfilled' });

/** Texts of one catalogue in the language of the interface. Suspends when no loader has brought them yet. */
export function useMessages<T extends Rows>(messages: Messages<T>): Words<T> {
  const locale = useLocale();
  const shipped = messages as unknown as Shipped;
  // Quantities in a text are in the reader's units; before the sign-in in those an account begins with.
  const measurement = (useUser()?.preferences ?? signUpPreferences).measurement_system;
  const showQuantity = use(WrittenQuantities);
  use(textsOf(shipped, locale) ? nothing : loadOne(shipped, locale));
  const t = useCallback(
    (key: string, values: Values = {}) =>
      fill(textsOf(shipped, locale)?.[key] ?? key, locale, values, (written) =>
        showQuantity(written, { locale, measurement }),
      ),
    [shipped, locale, measurement, showQuantity],
  );
  const has = useCallback(
    (key: string): key is keyof T & string => Object.hasOwn(textsOf(shipped, locale) ?? {}, key),
    [shipped, locale],
  );
  return { t: t as Translate<T>, has, locale, lang: htmlLang(locale) };
}
