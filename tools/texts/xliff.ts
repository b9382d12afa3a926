/**
 * XLIFF 1.2, the form in which translators' programs take texts and give them back (docs.oasis-open.org/xliff/v1.2/os/xliff-core.html).
 * A text with plural forms is a group of units, one for each form of the target language.
 */
import { htmlLang, intlTag, type Language, languages } from '@brina/domain/language/locales';
import { asEnglish, isTranslated, neededForms, type Text, type TextRow } from '@brina/domain/language/messages';
import sax, { type Tag } from 'sax';
import { Fault } from '../fault.ts';
import { type Catalogue, ownRows, type State, stateOf } from './catalogues.ts';

const namespaceOfXliff = 'urn:oasis:names:tc:xliff:document:1.2';

/** One form of one text as it comes back; `form` is empty where the English has no plural forms. */
export type Unit = {
  namespace: string;
  key: string;
  form: string;
  /** As the file spells it: `ja-JP`. */
  tag: string;
  source: string;
  /** Absent where there is no target. */
  target?: string;
  /** What the program says of the target: `needs-translation`, `translated`, `final`; absent where it says nothing. */
  state?: string;
};

/** The states of XLIFF for ours; what is rightly as in English is final. */
const stateNames: Record<State, string> = {
  fresh: 'translated',
  stale: 'needs-review-translation',
  missing: 'needs-translation',
};

/**
 * Writes the texts of a language, each with its place, its note and what it was until now.
 * @param screens path of a catalogue → the screens that show it
 * @param wanted chooses texts by their state
 */
export function writeXliff(
  all: readonly Catalogue[],
  language: Language,
  screens: ReadonlyMap<string, string>,
  wanted: (state: State) => boolean = () => true,
): { xml: string; count: number } {
  let count = 0;
  const files = all.flatMap((catalogue) => {
    const units = [...ownRows(catalogue)].flatMap(([key, row]) => {
      const state = stateOf(row, catalogue.translations[key], language);
      if (!wanted(state) || (!isTranslated(language) && state === 'missing')) return [];
      count += 1;
      return unitsOf(key, row, language, state, contextOf(catalogue, key, row, screens));
    });
    if (units.length === 0) return [];
    const { namespace } = catalogue.messages;
    return [
      `  <file original="${escaped(namespace)}" source-language="${intlTag('en')}" target-language="${intlTag(language)}" datatype="plaintext">`,
      '    <body>',
      ...units,
      '    </body>',
      '  </file>',
    ];
  });
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', `<xliff version="1.2" xmlns="${namespaceOfXliff}">`];
  return { xml: `${[...head, ...files, '</xliff>'].join('\n')}\n`, count };
}

function unitsOf(key: string, row: TextRow, language: Language, state: State, context: string[]): string[] {
  const stored = row.others[language];
  const known = stored === asEnglish ? row.en : stored;
  const name = stored === asEnglish && state === 'fresh' ? 'final' : stateNames[state];
  const unit = (form: string): string[] => [
    `      <trans-unit id="${escaped(idOf(key, form))}" xml:space="preserve">`,
    `        <source>${escaped(inForm(row.en, form))}</source>`,
    `        <target state="${name}">${escaped(known === undefined ? '' : inForm(known, form))}</target>`,
    ...context,
    '      </trans-unit>',
  ];
  if (typeof row.en === 'string') return unit('');
  const forms = new Set([...neededForms(language), ...(typeof known === 'object' ? Object.keys(known) : [])]);
  return [
    `      <group id="${escaped(key)}" restype="x-gettext-plurals">`,
    ...[...forms].flatMap(unit),
    '      </group>',
  ];
}

/** Where a text stands and what the English alone does not say. */
function contextOf(
  { path, places }: Catalogue,
  key: string,
  row: TextRow,
  screens: ReadonlyMap<string, string>,
): string[] {
  const context = [
    ['sourcefile', path],
    ['x-screen', screens.get(path) ?? ''],
    ['x-catalogue', places.about],
    ['x-section', places.sections.get(key) ?? ''],
  ];
  const notes = [row.note, row.apart === undefined ? undefined : `Not as elsewhere: ${row.apart}`];
  return [
    '        <context-group purpose="location information">',
    ...context
      .filter(([, text]) => text !== '')
      .map(([type, text = '']) => `          <context context-type="${type}">${escaped(text)}</context>`),
    '        </context-group>',
    ...notes.flatMap((note) => (note === undefined ? [] : [`        <note>${escaped(note)}</note>`])),
  ];
}

/** The form of a text; the English has fewer than other languages, and its `other` stands for the rest. */
export function inForm(text: Text, form: string): string {
  if (typeof text === 'string') return text;
  return Object.entries(text).find(([name]) => name === form)?.[1] ?? text.other;
}

const idOf = (key: string, form: string): string => (form === '' ? key : `${key}[${form}]`);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** The language that a file says it is in: `ja-JP`, or `ja` alone. */
export const languageOfTag = (tag: string): Language | undefined =>
  languages.find((language) => intlTag(language) === tag) ?? languages.find((language) => htmlLang(language) === tag);

/** The text of a file. Throws a Fault where it is not UTF-8: read as if it were, each accent would become a sign that stands for none. */
export function xmlOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('The file is not in UTF-8; it has to be saved as such.');
  }
}

/**
 * Reads the units of a file. Throws a Fault at what is no XLIFF 1.2: XML that is not well-formed, a document type (so no entities but the
 * five of XML), another version, markup within a text.
 */
export function readXliff(xml: string): Unit[] {
  const reader = new XliffReader();
  const parser = sax.parser(true, { xmlns: true, strictEntities: true, position: true });
  parser.onerror = (error) => {
    throw new Fault(`The file is not well-formed XML: ${error.message.replaceAll('\n', ' ')}`);
  };
  parser.ondoctype = () => {
    throw new Fault('The file declares a document type, which XLIFF has none of.');
  };
  parser.onopentag = (tag) => reader.open(tag);
  parser.onclosetag = () => reader.close();
  parser.ontext = (text) => reader.text(text);
  parser.oncdata = (text) => reader.text(text);
  parser.write(xml).close();
  return reader.units;
}

class XliffReader {
  readonly units: Unit[] = [];
  readonly #path: string[] = [];
  #file = { namespace: '', tag: '' };
  #unit: Unit | undefined;

  open(tag: Tag): void {
    const name = tag.uri === namespaceOfXliff ? tag.local : '';
    const attribute = (wanted: string): string | undefined => tag.attributes[wanted]?.value;
    const inside = this.#path.at(-1);
    if (this.#path.length === 0 && (name !== 'xliff' || attribute('version') !== '1.2'))
      throw new Fault('The file is no XLIFF 1.2.');
    if (this.#unit && (inside === 'source' || inside === 'target'))
      throw new Fault(`${idOf(this.#unit.key, this.#unit.form)}: <${tag.local}> within a text; there is text only.`);
    this.#path.push(name);
    if (name === 'file')
      this.#file = { namespace: attribute('original') ?? '', tag: attribute('target-language') ?? '' };
    if (name === 'trans-unit') {
      const [, key = '', form = ''] = /^(.*?)(?:\[(\w+)\])?$/s.exec(attribute('id') ?? '') ?? [];
      this.#unit = { ...this.#file, key, form, source: '' };
    }
    const state = attribute('state');
    if (this.#isTarget()) Object.assign(this.#unit ?? {}, { target: '' }, state === undefined ? {} : { state });
  }

  close(): void {
    const name = this.#path.pop();
    if (name !== 'trans-unit' || !this.#unit) return;
    this.units.push(this.#unit);
    this.#unit = undefined;
  }

  text(text: string): void {
    if (!this.#unit) return;
    if (this.#isTarget()) this.#unit.target += text;
    else if (this.#path.at(-1) === 'source' && this.#path.at(-2) === 'trans-unit') this.#unit.source += text;
  }

  /** A target within `alt-trans` is a proposal and none of ours. */
  #isTarget(): boolean {
    return this.#path.at(-1) === 'target' && this.#path.at(-2) === 'trans-unit';
  }
}
