import { createHash } from 'node:crypto';
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Language, languages } from '@brina/domain/language/locales';
import type { Messages, Text, TextRow, Translations } from '@brina/domain/language/messages';
import { Fault } from '../fault.ts';

/** A `*.messages.ts` with the texts beside it; paths are relative to the root of the project. */
export type Catalogue = {
  path: string;
  textsPath: string;
  messages: Messages;
  translations: Translations;
  /** What a translator may know of the place of its keys. */
  places: Places;
};

/** What the comments of a `*.messages.ts` say: what the catalogue is for, and under which heading a key stands. */
export type Places = { about: string; sections: ReadonlyMap<string, string> };

/** Every catalogue of the project, in the order of their paths. Throws a Fault at a file that does not declare exactly one. */
export async function catalogues(root: string): Promise<Catalogue[]> {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  const paths = globSync('{domain,contract,server,web,simulator}/**/*.messages.ts', { cwd: root, exclude }).sort();
  return Promise.all(
    paths.map(async (path) => {
      const exported: unknown[] = Object.values(await import(pathToFileURL(join(root, path)).href));
      const [messages, ...more] = exported.filter(isMessages);
      if (!messages || more.length > 0)
        throw new Fault(`${path}: exports ${more.length + (messages ? 1 : 0)} catalogues, not one`);
      const textsPath = path.replace(/\.messages\.ts$/, '.texts.json');
      return {
        path,
        textsPath,
        messages,
        translations: JSON.parse(readFileSync(join(root, textsPath), 'utf8')) as Translations,
        places: placesIn(readFileSync(join(root, path), 'utf8')),
      };
    }),
  );
}

const isMessages = (value: unknown): value is Messages =>
  typeof value === 'object' && value !== null && 'namespace' in value && 'texts' in value;

/** Reads the comment over the declaration, and the headings (`// Tiles and filters`) between its keys. */
export function placesIn(source: string): Places {
  const about = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = messages\(/.exec(source)?.[1] ?? '';
  const sections = new Map<string, string>();
  let section = '';
  for (const line of source.slice(source.indexOf('messages(')).split('\n')) {
    const heading = /^\s+\/\/ (.+)$/.exec(line)?.[1];
    const key = /^\s+(?:'([^']+)'|(\w+)):/.exec(line);
    if (heading) section = heading;
    if (key && section !== '') sections.set(key[1] ?? key[2] ?? '', section);
  }
  return { about: about.replace(/\s*\n\s*\*\s*/g, ' ').replace(/^\s*\*?\s*|\s+$/g, ''), sections };
}

/** The rows that a catalogue declares itself, by key. */
export const ownRows = ({ messages }: Catalogue): Map<string, TextRow> =>
  new Map(Object.entries(messages.texts).filter(([key, row]) => row.of === `${messages.namespace}.${key}`));

/** The short hash by which texts know the English they were made from. */
export const hashOf = (english: Text): string =>
  createHash('sha256').update(JSON.stringify(english)).digest('hex').slice(0, 8);

/** How a text stands to its English: made from it, made from an older one, or not there. */
export type State = 'fresh' | 'stale' | 'missing';

/** The state of a text in a language, by what the catalogue's file holds for its key. */
export function stateOf(row: TextRow, groups: Translations[string] = {}, language: Language): State {
  const fresh = hashOf(row.en);
  if (groups[fresh]?.[language]) return 'fresh';
  return Object.values(groups).some((texts) => texts[language]) ? 'stale' : 'missing';
}

/** What is left of the texts of a key when some of them are made anew from the English of today, in the order of the languages. */
export function renewed(
  english: Text,
  groups: Translations[string] = {},
  texts: Readonly<Partial<Record<Language, Text>>>,
): Translations[string] {
  const fresh = hashOf(english);
  const all = Object.entries<Readonly<Record<string, Text>>>({ [fresh]: {}, ...groups }).map(([hash, group]) => {
    const kept = Object.entries(hash === fresh ? { ...group, ...texts } : group);
    return [hash, kept.filter(([language]) => hash === fresh || !(language in texts)).sort(byLanguage)] as const;
  });
  return Object.fromEntries(
    all.filter(([, kept]) => kept.length > 0).map(([hash, kept]) => [hash, Object.fromEntries(kept)]),
  );
}

const order: readonly string[] = languages;
const byLanguage = ([one]: [string, unknown], [other]: [string, unknown]): number =>
  order.indexOf(one) - order.indexOf(other);

/** The text of a `*.texts.json`. */
export const fileOf = (translations: Translations): string => `${JSON.stringify(translations, null, 2)}\n`;

/** Puts a file in another's place: whoever ends amid it, or finds the disk full, leaves the old one whole. */
export function replaceFile(path: string, content: string): void {
  const made = `${path}.new`;
  try {
    writeFileSync(made, content);
    renameSync(made, path);
  } finally {
    rmSync(made, { force: true });
  }
}
