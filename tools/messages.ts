import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Locale, locales } from '@brina/domain/language/locales';
import { checkMessages, type Messages, type Text } from '@brina/domain/language/messages';
import { csvRecords, csvText } from '@brina/domain/language/csv';
import { Fault, runMain } from './fault.ts';
import { type Phrase, rewritePhrases } from './message-source.ts';

/** A file of texts with the values it exports. */
type MessageFile = { path: string; messages: Messages[] };

const columns = ['namespace', 'key', 'form', ...locales];
const usage =
  'tools/messages.ts                       checks every text\ntools/messages.ts --export sheet.csv    writes the translators’ sheet\ntools/messages.ts --import sheet.csv    puts its texts back into the files';

/** Every `*.messages.ts` of the project. */
export async function messageFiles(root: string): Promise<MessageFile[]> {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  const paths = globSync('{domain,contract,server,web,simulator}/**/*.messages.ts', { cwd: root, exclude }).sort();
  return Promise.all(
    paths.map(async (path) => {
      const exported: unknown[] = Object.values(await import(pathToFileURL(join(root, path)).href));
      return { path, messages: exported.filter(isMessages) };
    }),
  );
}

const isMessages = (value: unknown): value is Messages =>
  typeof value === 'object' && value !== null && 'namespace' in value && 'texts' in value;

/** What is wrong with the texts of the project, one sentence a fault: an empty file, a namespace taken twice, a bad text. */
export function faultsOf(files: MessageFile[]): string[] {
  const taken = new Map<string, string>();
  return files.flatMap(({ path, messages }) => {
    if (messages.length === 0) return [`${path}: exports nothing made by messages()`];
    return messages.flatMap((source) => {
      const other = taken.get(source.namespace);
      taken.set(source.namespace, path);
      const twice = other === undefined ? [] : [`the namespace ${source.namespace} is also that of ${other}`];
      return [...twice, ...checkMessages(source)].map((fault) => `${path}: ${fault}`);
    });
  });
}

/** The translators' sheet as CSV: a row for each form of each text, a column for each language. */
export function sheetOf(files: MessageFile[]): string {
  const rows = files.flatMap(({ messages }) =>
    messages.flatMap(({ namespace, texts }) =>
      Object.entries(texts).flatMap(([key, row]) =>
        formNames(locales.flatMap((locale) => row[locale] ?? [])).map((form) => [
          namespace,
          key,
          form,
          ...locales.map((locale) => inForm(row[locale], form) ?? ''),
        ]),
      ),
    ),
  );
  return csvText([columns, ...rows]);
}

/** Names of the plural forms that any language of a text has; one without a name for a text that has none. */
const formNames = (texts: Text[]): string[] => [
  ...new Set(texts.flatMap((text) => (typeof text === 'string' ? [''] : Object.keys(text)))),
];

function inForm(text: Text | undefined, form: string): string | undefined {
  if (text === undefined || typeof text === 'string') return form === '' ? text : undefined;
  return Object.entries(text).find(([name]) => name === form)?.[1];
}

/** The phrases of a sheet that are not empty. Throws a Fault at a sheet with other columns than ours. */
export function phrasesOf(csv: string): Phrase[] {
  const [head = [], ...rows] = csvRecords(csv, ',').map(({ cells }) => cells);
  if (columns.some((column, at) => head[at] !== column))
    throw new Fault(`The sheet's columns must be: ${columns.join(', ')}.`);
  return rows.flatMap(([namespace = '', key = '', form = '', ...texts]) =>
    locales.flatMap((locale: Locale, at) => {
      const text = texts[at] ?? '';
      return text === '' ? [] : [{ namespace, key, form, locale, text }];
    }),
  );
}

async function main(): Promise<number> {
  const root = resolve(import.meta.dirname, '..');
  const { values } = parseArgs({
    options: { export: { type: 'string' }, import: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const files = await messageFiles(root);
  if (values.export !== undefined) writeFileSync(values.export, sheetOf(files));
  else if (values.import !== undefined) importSheet(root, files, readFileSync(values.import, 'utf8'));
  else {
    const faults = faultsOf(files);
    for (const fault of faults) console.error(fault);
    return faults.length === 0 ? 0 : 1;
  }
  return 0;
}

/** The text that stands now where a phrase wants to; a catalogue may have taken it from another one. */
const textOf = ({ texts }: Messages, { key, locale, form }: Phrase): string | undefined =>
  inForm(texts[key]?.[locale as Locale], form);

function importSheet(root: string, files: MessageFile[], csv: string): void {
  const phrases = phrasesOf(csv);
  for (const { path, messages } of files) {
    const own = phrases.filter((phrase) =>
      messages.some((source) => source.namespace === phrase.namespace && textOf(source, phrase) !== phrase.text),
    );
    const file = join(root, path);
    const source = { path, text: readFileSync(file, 'utf8') };
    const { text, changed, homeless } = rewritePhrases(source, own);
    if (changed > 0) writeFileSync(file, text);
    if (changed > 0) console.log(`${path}: ${changed} texts changed`);
    for (const { key, form, locale } of homeless)
      console.error(`${path}: ${key} ${form} ${locale} has no text to replace`);
  }
}

if (import.meta.main) await runMain(main);
