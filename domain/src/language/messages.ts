/**
 * Texts, key first. A module declares the English, which types the placeholders, so that an unknown key or a missing value does not
 * compile; the other languages stand in a JSON file beside it. Mail, PDF and error replies show texts through `format`; the browser through
 * what stands below it (`fill.ts`), as its first page knows no quantities.
 */
import { fill, type PluralText, pluralRules, quantities, type Text, type Value, type Values } from './fill.ts';
import { type Language, type Locale, languages, locales } from './locales.ts';
import { formatWrittenQuantity } from './quantity.ts';
import type { Measurement } from './units.ts';

export type { PluralText, Text, Values };

/** What a row tells a translator besides the English. */
type Notes = {
  /** What the English alone does not say: which part of a screen it is, what it is said of. */
  readonly note?: string;
  /** Why its translations differ from those of other rows with the same English, such as another grammatical gender. */
  readonly apart?: string;
};

/** One text in every language, as `messages` makes it of what is declared and of the texts beside it. */
export type TextRow<English extends Text = Text> = Notes & {
  /** Where it is declared: `web/dashboard.title`. A catalogue that borrows the row of another one keeps it. */
  readonly of: string;
  readonly en: English;
  /** The other languages as far as they have it; {@link asEnglish} stands for the English text. American English inherits British. */
  readonly others: Readonly<Partial<Record<Language, Text>>>;
};

/** A row as a module writes it: the English alone, the English with a note, or the row of another catalogue. */
export type DeclaredText = Text | (Notes & { readonly en: Text }) | TextRow;

/** A `*.texts.json`: key → short hash of the English that the texts were made from → language → text. */
export type Translations = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Text>>>>>>;

/** Says in a `*.texts.json` that the language rightly spells it as English does: names, units, words that both share. */
export const asEnglish = '=';

/** The texts of one feature. In the browser the module that made it is replaced by its namespace and one language's JSON. */
export type Messages<T extends Readonly<Record<string, TextRow>> = Readonly<Record<string, TextRow>>> = {
  /** Path-like name of the module, such as `domain/metrics` or `web/login`. */
  readonly namespace: string;
  readonly texts: T;
};

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

type EnglishOf<Row> = Row extends { readonly en: infer English extends Text }
  ? English
  : Row extends Text
    ? Row
    : never;
type RowsOf<T> = { readonly [Key in keyof T]: TextRow<EnglishOf<T[Key]>> };

/**
 * Declares the texts of one feature.
 * @param namespace path-like name of the module
 * @param declared key → the English text
 * @param translations what the `*.texts.json` beside the module holds
 */
export function messages<const T extends Readonly<Record<string, DeclaredText>>>(
  namespace: string,
  declared: T,
  translations: Translations,
): Messages<RowsOf<T>> {
  const rows = Object.entries(declared).map(([key, row]) => [
    key,
    rowOf(`${namespace}.${key}`, row, translations[key]),
  ]);
  return { namespace, texts: Object.fromEntries(rows) as RowsOf<T> };
}

function rowOf(of: string, declared: DeclaredText, translated: Translations[string] = {}): TextRow {
  if (typeof declared === 'object' && 'of' in declared) return declared;
  const source = typeof declared === 'object' && 'en' in declared ? declared : { en: declared };
  return { ...source, of, others: Object.assign({}, ...Object.values(translated)) };
}

/** The text of a key in a language; English where there is none. */
export function textIn(row: TextRow, locale: Language): Text {
  const text = locale === 'en' ? row.en : row.others[locale];
  return text === undefined || text === '' || text === asEnglish ? row.en : text;
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

/** As {@link fill}, quantities in the units of a measurement system. */
export const format = (
  text: Text,
  locale: Language,
  values: Values = {},
  measurement: Measurement = 'metric',
): string =>
  // A language that is not offered yet writes quantities as most do.
  fill(text, locale, values, (written) => formatWrittenQuantity(written, { locale: locale as Locale, measurement }));

/** Units that one of the measurement systems does not know: a text that spells one shows it to every reader. */
const spelledUnit = /°[CF]|\d[\s\u00a0]?(kg|кг|bar|бар|バール|mm|мм|cm|см|psi|lbs?|oz|ft)(?!\p{L})/u;

/** Plural categories that a language may leave out: in it, es and fr `many` is for millions only and reads as `other`. */
const optionalCategories: Partial<Record<Language, readonly string[]>> = { it: ['many'], es: ['many'], fr: ['many'] };

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const cyrillic = /\p{Script=Cyrillic}/u;
/** Whether there is a word between the values that a text is filled with: signs alone are of no script. */
const hasWords = (form: string): boolean => /\p{L}/u.test(form.replace(/\{\w+\}/g, ''));
const unseen = /[\p{Cc}\p{Cf}]/u;
const formsOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : Object.values(text));
const placeholders = (form: string): string =>
  [...new Set([...Array.from(form.matchAll(/\{(\w+)\}/g), (found) => found[1]), ...(form.match(quantities) ?? [])])]
    .sort()
    .join(', ');

const own = ({ namespace, texts }: Messages): TextRow[] =>
  Object.entries(texts).flatMap(([key, row]) => (row.of === `${namespace}.${key}` ? [row] : []));

/** Whether a language is translated text by text: English is declared, American English inherits what it does not have. */
export const isTranslated = (language: Language): boolean => language !== 'en' && language !== 'en-US';

/**
 * Lists what is wrong with the texts of a feature, one sentence a fault: languages without a text that are offered, placeholders that
 * differ between languages, missing plural forms, a translation that is still English, a wrong script, typewriter punctuation. An
 * empty list is a pass. Rows of other catalogues are theirs.
 */
export function checkMessages(source: Messages, offered: readonly Language[] = locales): string[] {
  return own(source).flatMap((row) => {
    const missing = offered.filter((language) => isTranslated(language) && !row.others[language]);
    return [
      ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')} of ${row.of}`]),
      ...languages.flatMap((language) => {
        const text = language === 'en' ? row.en : row.others[language] || undefined;
        return text === undefined
          ? []
          : checkText(text, row.en, language).map((fault) => `${row.of} ${language}: ${fault}`);
      }),
    ];
  });
}

/** What is wrong with one text in one language; {@link asEnglish} is right for every language but English. */
export function checkText(text: Text, english: Text, language: Language): string[] {
  if (text === asEnglish && language !== 'en') return [];
  const faults: string[] = [];
  const forms = formsOf(text);
  const wanted = placeholders(typeof english === 'string' ? english : english.other);
  for (const form of forms) {
    if (form.trim() === '') faults.push('empty');
    if (form !== form.trim() || form.includes('  ')) faults.push('stray space');
    if (placeholders(form) !== wanted) faults.push(`placeholders {${placeholders(form)}}, English has {${wanted}}`);
    if (/['"]/.test(form)) faults.push('straight quote or apostrophe');
    if (spelledUnit.test(form.replace(quantities, '')))
      faults.push('a unit that only one measurement system has: write [−18 Cel]');
    if (form.includes('...')) faults.push('three dots instead of …');
    if (/(^|[\s(±])-\d/.test(form)) faults.push('hyphen instead of −');
    if (unseen.test(form)) faults.push('a character that nobody sees');
  }
  faults.push(...pluralFaults(text, english, language));
  if (language !== 'en' && JSON.stringify(text) === JSON.stringify(english))
    faults.push(`equal to English: if that is right, write "${asEnglish}"`);
  const worded = forms.filter(hasWords);
  if (language === 'ja' && !worded.every((form) => japanese.test(form))) faults.push('no Japanese script');
  if (language === 'ru' && !worded.every((form) => cyrillic.test(form))) faults.push('no Cyrillic script');
  return faults;
}

/** The plural forms that a text of a language has to have; those of millions may be left out where they read as `other`. */
export function neededForms(language: Language): string[] {
  const optional = optionalCategories[language] ?? [];
  return pluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((category) => !optional.includes(category));
}

function pluralFaults(text: Text, english: Text, language: Language): string[] {
  const needed = neededForms(language);
  if (typeof english === 'string') return typeof text === 'string' ? [] : ['plural forms, English has none'];
  if (typeof text === 'string') return needed.length === 1 ? [] : [`plural forms missing: ${needed.join(', ')}`];
  const known: readonly string[] = pluralRules(language).resolvedOptions().pluralCategories;
  const missing = needed.filter((category) => !(category in text));
  const extra = Object.keys(text).filter((category) => !known.includes(category));
  return [
    ...missing.map((category) => `plural form missing: ${category}`),
    ...extra.map((category) => `plural form unknown to the language: ${category}`),
  ];
}
