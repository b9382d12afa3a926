/** Several catalogues said to one reader, for words that are made of more than one of them: on a screen, on paper and in files. */
import { format, type Messages, type TextRow, textIn, type Values, type ValuesArgument } from './messages.ts';
import type { Reader } from './reader.ts';

type Rows = Readonly<Record<string, TextRow>>;

/** Shows a key of one catalogue, with its values where the English text has placeholders. */
export type Translate<T extends Rows> = <Key extends keyof T & string>(
  key: Key,
  ...values: ValuesArgument<T[Key]['en']>
) => string;

export type Catalogues = Readonly<Record<string, Messages>>;

/** How each of some catalogues is said to a reader: the browser has its own way, elsewhere it is {@link speechIn}. */
export type Speech<C extends Catalogues> = {
  readonly [Name in keyof C]: C[Name] extends Messages<infer T> ? Translate<T> : never;
};

/** Catalogues as they are said where every language is at hand. */
export function speechIn<C extends Catalogues>(
  catalogues: C,
  { locale, measurement }: Pick<Reader, 'locale' | 'measurement'>,
): Speech<C> {
  const said = Object.entries(catalogues).map(([name, { texts }]) => [
    name,
    (key: string, values?: Values): string => {
      const row = texts[key];
      return row ? format(textIn(row, locale), locale, values, measurement) : key;
    },
  ]);
  return Object.fromEntries(said) as Speech<C>;
}
