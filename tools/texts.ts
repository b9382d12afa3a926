import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Language, languages } from '@brina/domain/language/locales';
import { isTranslated, type Translations } from '@brina/domain/language/messages';
import { Fault, runMain } from './fault.ts';
import {
  type Catalogue,
  catalogues,
  fileOf,
  ownRows,
  renewed,
  replaceFile,
  type State,
  stateOf,
} from './texts/catalogues.ts';
import { takeDelivery } from './texts/delivery.ts';
import { prepared } from './texts/prepared.ts';
import { screensOf } from './texts/screens.ts';
import { readXliff, writeXliff, xmlOf } from './texts/xliff.ts';
import { projectFiles } from './tidy/source-tree.ts';

const usage = `npm run texts                                 brings each *.texts.json to the keys of its module, and counts what is to do
npm run texts -- --for ja [--stale] [--to F]  writes Japanese as XLIFF; --stale: only what is missing or older than its English
npm run texts -- --import F [--for ja]        takes a translated XLIFF into the files
npm run texts -- --confirm web/dashboard.title [--for ja]
                                              says that the texts of a key are right for its changed English too`;

const root = resolve(import.meta.dirname, '..');

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      for: { type: 'string' },
      stale: { type: 'boolean', default: false },
      to: { type: 'string' },
      import: { type: 'string' },
      confirm: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const all = await catalogues(root);
  const language = values.for === undefined ? undefined : languageNamed(values.for);
  if (values.import !== undefined) return importFile(all, values.import, language);
  if (values.confirm !== undefined) return confirm(all, values.confirm, language);
  if (language !== undefined) return exportTo(all, language, values.stale, values.to ?? `texts.${language}.xlf`);
  if (values.stale) throw new Fault('--stale needs a language: --for ja');
  return prepare(all);
}

function languageNamed(code: string): Language {
  const language = languages.find((one) => one === code && one !== 'en');
  if (language === undefined)
    throw new Fault(`"${code}" is none of our languages: ${languages.filter((one) => one !== 'en').join(', ')}`);
  return language;
}

function exportTo(all: readonly Catalogue[], language: Language, stale: boolean, file: string): number {
  const { xml, count } = writeXliff(
    all,
    language,
    screensOf(projectFiles(root)),
    (state) => !stale || state !== 'fresh',
  );
  writeFileSync(file, xml);
  console.log(`${file}: ${count} texts`);
  return 0;
}

function importFile(all: readonly Catalogue[], file: string, language: Language | undefined): number {
  const { files, taken, open, refused } = takeDelivery(all, readXliff(contentOf(file)), language);
  write(files);
  for (const why of refused) console.error(why);
  console.log(`${taken} texts taken, ${open} not worked on, ${refused.length} refused`);
  return refused.length === 0 ? 0 : 1;
}

function contentOf(file: string): string {
  if (!existsSync(file)) throw new Fault(`There is no file "${file}".`);
  return xmlOf(readFileSync(file));
}

function confirm(all: readonly Catalogue[], address: string, language: Language | undefined): number {
  for (const catalogue of all) {
    const found = [...ownRows(catalogue)].find(([, row]) => row.of === address);
    if (!found) continue;
    const [key, row] = found;
    const right = Object.entries(row.others).filter(([code, text]) => text && (language ?? code) === code);
    const groups = renewed(row.en, catalogue.translations[key], Object.fromEntries(right));
    write(new Map([[catalogue, { ...catalogue.translations, [key]: groups }]]));
    return 0;
  }
  throw new Fault(`There is no text "${address}".`);
}

function prepare(all: readonly Catalogue[]): number {
  write(prepared(all));
  for (const language of languages.filter(isTranslated)) {
    const states = all.flatMap((catalogue) =>
      [...ownRows(catalogue)].map(([key, row]) => stateOf(row, catalogue.translations[key], language)),
    );
    const count = (wanted: State): string => String(states.filter((state) => state === wanted).length).padStart(5);
    console.log(`${language}${count('fresh')} fresh${count('stale')} stale${count('missing')} missing`);
  }
  return 0;
}

function write(files: ReadonlyMap<Catalogue, Translations>): void {
  for (const [{ textsPath, translations }, changed] of files) {
    if (fileOf(changed) === fileOf(translations)) continue;
    replaceFile(join(root, textsPath), fileOf(changed));
    console.log(`${textsPath} written`);
  }
}

if (import.meta.main) await runMain(main);
