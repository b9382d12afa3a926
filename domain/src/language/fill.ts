import { intlTag, type Language } from './locales.ts';

/** Forms of a text that depend on the value `n`, named by the categories of Intl.PluralRules. */
export type PluralText = {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

/** One text in one language; `{name}` marks a value, `[−18 Cel]` or `[3–4 bar]` a quantity that each reader sees in the own units (S1.2). */
export type Text = string | PluralText;

/** A value in a text: numbers are written as the language writes them, everything else must already be a shown form. */
export type Value = string | number;

/** Values by placeholder name. */
export type Values = Readonly<Record<string, Value>>;

/**
 * Fills one text of one language: chooses the plural form by `n`, writes numbers as the language does, sets the French spaces. A
 * placeholder without a value stays visible as `{name}`, which the screen tests look for.
 * @param shown how the reader sees a quantity of the text, such as `−18 Cel`
 */
export function fill(text: Text, locale: Language, values: Values, shown: (written: string) => string): string {
  const form = typeof text === 'string' ? text : pluralForm(text, locale, Number(values.n));
  return spaced(form, locale)
    .replace(quantities, (written) => shown(written.slice(1, -1)))
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return placeholder;
      return typeof value === 'number' ? numberFormat(locale).format(value).replace('-', '−') : value;
    });
}

/** Quantities in a text: their numbers as English writes them, their unit in UCUM. */
export const quantities = /\[−?\d+(\.\d+)?(–\d+(\.\d+)?)? (Cel|K|bar|mm|m|kg)\]/g;

const pluralForm = (text: PluralText, locale: Language, n: number): string => {
  const category = pluralRules(locale).select(n);
  return (category in text ? text[category as keyof PluralText] : undefined) ?? text.other;
};

// Spaces at which a line must not break are put in here, so that no invisible character has to be typed, and kept, in a source file:
// in French before ; : ! ? and inside « ».
const spaced = (text: string, locale: Language): string =>
  locale === 'fr'
    ? text
        .replace(/ ([;!?])/g, '\u202f$1')
        .replace(/ ([:»])/g, '\u00a0$1')
        .replace(/« /g, '«\u00a0')
    : text;

// Intl objects cost far more to make than to use.
const perLocale = <T>(make: (tag: string) => T): ((locale: Language) => T) => {
  const made = new Map<Language, T>();
  return (locale) => {
    const known = made.get(locale) ?? make(intlTag(locale));
    made.set(locale, known);
    return known;
  };
};
/** How a language tells its plural forms apart. */
export const pluralRules = perLocale((tag) => new Intl.PluralRules(tag));
const numberFormat = perLocale((tag) => new Intl.NumberFormat(tag));
