import { intlTag, type Language } from '@brina/domain/language/locales';
import {
  asEnglish,
  checkText,
  type PluralText,
  type Text,
  type TextRow,
  type Translations,
} from '@brina/domain/language/messages';
import { Fault } from '../fault.ts';
import { type Catalogue, ownRows, renewed } from './catalogues.ts';
import { inForm, languageOfTag, type Unit } from './xliff.ts';

/** What a translator's file changes: the new content of the files with texts, and what was not taken, one sentence each. */
export type Delivery = {
  files: Map<Catalogue, Translations>;
  taken: number;
  /** Texts that were not worked on. */
  open: number;
  refused: string[];
};

/** Texts of one key, as they came. */
type Delivered = { catalogue: Catalogue; key: string; row: TextRow; units: Unit[] };

/**
 * Takes the units of a file into the texts of its language. Refused, each by its name: a key that is not there, a text whose English has
 * changed since, one with a fault of `checkText` such as other placeholders, one that is English unless its state is `final`.
 * Throws a Fault if the file is in no language of ours, in two, in English, or in another than was asked for.
 */
export function takeDelivery(all: readonly Catalogue[], units: readonly Unit[], asked?: Language): Delivery {
  const language = languageOf(units, asked);
  const byNamespace = new Map(all.map((catalogue) => [catalogue.messages.namespace, catalogue]));
  const delivery: Delivery = { files: new Map(), taken: 0, open: 0, refused: [] };
  const byKey = Map.groupBy(units, ({ namespace, key }) => JSON.stringify([namespace, key]));
  for (const same of byKey.values()) {
    const { namespace = '', key = '' } = same[0] ?? {};
    const catalogue = byNamespace.get(namespace);
    const row = catalogue && ownRows(catalogue).get(key);
    if (!catalogue || !row) {
      delivery.refused.push(`${namespace}.${key}: there is no such text`);
      continue;
    }
    const text = textOf({ catalogue, key, row, units: same }, language);
    if (text === undefined) delivery.open += 1;
    else if ('refused' in text) delivery.refused.push(...text.refused.map((why) => `${row.of}: ${why}`));
    else {
      const translations = delivery.files.get(catalogue) ?? catalogue.translations;
      const groups = renewed(row.en, translations[key], { [language]: text.text });
      delivery.files.set(catalogue, { ...translations, [key]: groups });
      delivery.taken += 1;
    }
  }
  return delivery;
}

function languageOf(units: readonly Unit[], asked: Language | undefined): Language {
  const [tag, ...more] = new Set(units.map((unit) => unit.tag));
  if (tag === undefined) throw new Fault('The file has no texts.');
  if (more.length > 0) throw new Fault(`The file is in several languages: ${[tag, ...more].join(', ')}.`);
  const language = languageOfTag(tag);
  if (language === undefined) throw new Fault(`The file is in "${tag}", which is none of our languages.`);
  if (language === 'en') throw new Fault(`The file is in ${tag}; English is written in the *.messages.ts.`);
  if (asked !== undefined && asked !== language)
    throw new Fault(`The file is in ${tag}, and ${intlTag(asked)} was asked for.`);
  return language;
}

/** The text that came for a key; undefined where nobody has worked on it yet. */
function textOf({ row, units }: Delivered, language: Language): { text: Text } | { refused: string[] } | undefined {
  const moved = units.filter(({ source, form }) => source !== inForm(row.en, form));
  if (moved.length > 0) return { refused: moved.map(({ form }) => `its English is now “${inForm(row.en, form)}”`) };
  const plural = typeof row.en !== 'string';
  if (units.some(({ form }) => (form !== '') !== plural))
    return { refused: [plural ? 'the English has plural forms' : 'the English has no plural forms'] };
  if (new Set(units.map(({ form }) => form)).size < units.length) return { refused: ['it is there twice'] };
  if (units.every((unit) => isOpen(unit, row, language))) return undefined;
  const empty = units.filter(({ target = '' }) => target.trim() === '');
  if (empty.length > 0) return { refused: empty.map(({ form }) => `the form "${form}" is empty`) };
  const forms = Object.fromEntries(units.map(({ form, target = '' }) => [form, target]));
  const text: Text = plural ? (forms as PluralText) : (forms[''] ?? '');
  if (JSON.stringify(text) === JSON.stringify(row.en)) {
    const meant = units.every(({ state }) => state === 'final' || state === 'signed-off');
    return meant ? { text: asEnglish } : { refused: ['it is still English; if that is right, its state is final'] };
  }
  const refused = text === asEnglish ? ['empty'] : checkText(text, row.en, language);
  return refused.length > 0 ? { refused } : { text };
}

/** Nothing was written, or the text of before still waits to be looked at. */
function isOpen({ target = '', state, form }: Unit, row: TextRow, language: Language): boolean {
  if (target.trim() === '') return true;
  const before = row.others[language];
  const waits = state !== undefined && (state === 'new' || state.startsWith('needs-'));
  return waits && before !== undefined && inForm(before === asEnglish ? row.en : before, form) === target;
}
