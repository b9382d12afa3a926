/**
 * Texts in nine languages, key first. The English literal types the placeholders, so that an unknown key, a missing value or a
 * missing language does not compile. Browser, mail, PDF and error replies all show texts through `format`.
 */
import { intlTag, type Locale, locales } from './locales.ts';

/** Forms of a text that depend on the value `n`, named by the categories of Intl.PluralRules. */
export type PluralText = {
  readonly one?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
};

/** One text in one language; `{name}` marks a value. */
export type Text = string | PluralText;

/** One text in every language; American English inherits British except where it differs. */
export type TextRow<English extends Text = Text> = {
  readonly en: English;
  readonly it: Text;
  readonly ru: Text;
  readonly es: Text;
  readonly du: Text;
  readonly fr: Text;
  readonly de: Text;
  readonly ja: Text;
  readonly 'en-US'?: Text;
};

/** The texts of one feature. In the browser the module that made it is replaced by its namespace and one language's JSON. */
export type Messages<T extends Readonly<Record<string, TextRow>> = Readonly<Record<string, TextRow>>> = {
  /** Path-like name of the module, such as `domain/metrics` or `web/login`. */
  readonly namespace: string;
  readonly texts: T;
  /** Languages in which a key is rightly spelt as in English: names, units, words both languages share. */
  readonly sameAsEnglish: Readonly<Partial<Record<string, readonly Locale[]>>>;
};

/** A value in a text: numbers are written as the language writes them, everything else must already be a shown form. */
export type Value = string | number;

/** Values by placeholder name. */
export type Values = Readonly<Record<string, Value>>;

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

type ValuesOf<English extends Text> = English extends string
  ? { readonly [Name in NamesIn<English>]: Value }
  : { readonly n: number } & {
      readonly [Name in Exclude<NamesIn<Extract<English[keyof English], string>>, 'n'>]: Value;
    };

/** The values argument of a text: absent when the English text has no placeholder. */
export type ValuesArgument<English extends Text> = keyof ValuesOf<English> extends never
  ? []
  : [values: ValuesOf<English>];

/**
 * Declares the texts of one feature.
 * @param namespace path-like name of the module
 * @param texts key → the text in every language
 * @param options `sameAsEnglish`: key → languages in which the translation is rightly the English word
 */
export function messages<const T extends Readonly<Record<string, TextRow>>>(
  namespace: string,
  texts: T,
  options: { readonly sameAsEnglish?: { readonly [Key in keyof T]?: readonly Locale[] } } = {},
): Messages<{ readonly [Key in keyof T]: TextRow<T[Key]['en']> }> {
  return { namespace, texts, sameAsEnglish: options.sameAsEnglish ?? {} };
}

/** The text of a key in a language; en-US falls back to en. */
export function textIn(row: TextRow, locale: Locale): Text {
  return row[locale] ?? row.en;
}

/**
 * Shows a key in a language.
 * @example translate(alarmMessages, 'it', 'coreProbe.name', { n: 2 })
 */
export function translate<T extends Readonly<Record<string, TextRow>>, Key extends keyof T & string>(
  source: Messages<T>,
  locale: Locale,
  key: Key,
  ...[values]: ValuesArgument<T[Key]['en']>
): string {
  return format(textIn(source.texts[key] as TextRow, locale), locale, values);
}

/**
 * Fills one text of one language: chooses the plural form by `n`, writes numbers as the language does, sets the French spaces.
 * A placeholder without a value stays visible as `{name}`, which the screen tests look for.
 */
export function format(text: Text, locale: Locale, values: Values = {}): string {
  const form = typeof text === 'string' ? text : pluralForm(text, locale, Number(values.n));
  return spaced(form, locale).replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? numberFormat(locale).format(value).replace('-', '−') : value;
  });
}

const pluralForm = (text: PluralText, locale: Locale, n: number): string => {
  const category = pluralRules(locale).select(n);
  return (category in text ? text[category as keyof PluralText] : undefined) ?? text.other;
};

// Spaces at which a line must not break are put in here, so that no invisible character has to be typed, and kept, in a source file:
// before °C, and in French also before ; : ! ? and inside « ».
const spaced = (text: string, locale: Locale): string =>
  locale === 'fr'
    ? text
        .replace(/ ([;!?])/g, '\u202f$1')
        .replace(/ ([:»])/g, '\u00a0$1')
        .replace(/« /g, '«\u00a0')
        .replace(/(\d) °/g, '$1\u202f°')
    : text.replace(/(\d) °/g, '$1\u00a0°');

// Intl objects cost far more to make than to use.
const perLocale = <T>(make: (tag: string) => T): ((locale: Locale) => T) => {
  const made = new Map<Locale, T>();
  return (locale) => {
    const known = made.get(locale) ?? make(intlTag(locale));
    made.set(locale, known);
    return known;
  };
};
const pluralRules = perLocale((tag) => new Intl.PluralRules(tag));
const numberFormat = perLocale((tag) => new Intl.NumberFormat(tag));

/** Plural categories that a language may leave out: in it, es and fr `many` is for millions only and reads as `other`. */
const optionalCategories: Partial<Record<Locale, readonly string[]>> = { it: ['many'], es: ['many'], fr: ['many'] };

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const cyrillic = /\p{Script=Cyrillic}/u;
const formsOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text));
const placeholders = (form: string): string =>
  [...new Set(Array.from(form.matchAll(/\{(\w+)\}/g), (found) => found[1]))].sort().join(', ');

/**
 * Lists what is wrong with the texts of a feature, one sentence a fault: placeholders that differ between languages, missing plural
 * forms, a translation that is still English, a wrong script, typewriter punctuation. An empty list is a pass.
 */
export function checkMessages(source: Messages): string[] {
  return Object.entries(source.texts).flatMap(([key, row]) =>
    locales.flatMap((locale) => {
      const text = row[locale];
      if (text === undefined) return locale === 'en-US' ? [] : [`${source.namespace} ${key} ${locale}: missing`];
      const listed = source.sameAsEnglish[key]?.includes(locale) ?? false;
      return faultsOf(text, row.en, locale, listed).map((fault) => `${source.namespace} ${key} ${locale}: ${fault}`);
    }),
  );
}

function faultsOf(text: Text, english: Text, locale: Locale, listedAsSame: boolean): string[] {
  const faults: string[] = [];
  const forms = formsOf(text);
  const wanted = placeholders(typeof english === 'string' ? english : english.other);
  for (const form of forms) {
    if (form.trim() === '') faults.push('empty');
    if (form !== form.trim() || form.includes('  ')) faults.push('stray space');
    if (placeholders(form) !== wanted) faults.push(`placeholders {${placeholders(form)}}, English has {${wanted}}`);
    if (/['"]/.test(form)) faults.push('straight quote or apostrophe');
    if (form.includes('...')) faults.push('three dots instead of …');
    if (/(^|[\s(±])-\d/.test(form)) faults.push('hyphen instead of −');
  }
  faults.push(...pluralFaults(text, english, locale));
  if (locale !== 'en') {
    const same = JSON.stringify(text) === JSON.stringify(english);
    if (same && !listedAsSame) faults.push('equal to English');
    if (!same && listedAsSame) faults.push('listed as equal to English but is not');
  }
  if (!listedAsSame && locale === 'ja' && !forms.every((form) => japanese.test(form)))
    faults.push('no Japanese script');
  if (!listedAsSame && locale === 'ru' && !forms.every((form) => cyrillic.test(form)))
    faults.push('no Cyrillic script');
  return faults;
}

function pluralFaults(text: Text, english: Text, locale: Locale): string[] {
  const needed = pluralRules(locale).resolvedOptions().pluralCategories;
  if (typeof english === 'string') return typeof text === 'string' ? [] : ['plural forms, English has none'];
  if (typeof text === 'string') return needed.length === 1 ? [] : [`plural forms missing: ${needed.join(', ')}`];
  const optional = optionalCategories[locale] ?? [];
  const missing = needed.filter((category) => !(category in text) && !optional.includes(category));
  const extra = Object.keys(text).filter((category) => !(needed as readonly string[]).includes(category));
  return [
    ...missing.map((category) => `plural form missing: ${category}`),
    ...extra.map((category) => `plural form unknown to the language: ${category}`),
  ];
}
