import { fromWireLocale, type Locale } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import { fullName } from '@brina/domain/language/names';
import { letterMessages } from './letter.messages.ts';
import { typed } from './typed.ts';

/** To whom a letter goes. `name` is the person's, first and last; empty is greeted without one. */
export type Reader = { to: string; locale: Locale; name: string };

/** The reader of a letter, from the row of its user. */
export const readerOf = (user: { email: string; language: string; first_name: string; last_name: string }): Reader => {
  const locale = fromWireLocale(user.language);
  return { to: user.email, locale, name: fullName(locale, { first: user.first_name, last: user.last_name }) };
};

/** The first line of a letter. */
export const greeting = ({ locale, name }: Reader): string => {
  const shown = typed(name);
  return shown === ''
    ? translate(letterMessages, locale, 'greetingWithoutName')
    : translate(letterMessages, locale, 'greeting', { name: shown });
};
