import { resolve } from 'node:path';
import { type Language, languages, locales } from '@brina/domain/language/locales';
import { checkMessages } from '@brina/domain/language/messages';
import { runMain } from './fault.ts';
import { type Catalogue, catalogues, ownRows, stateOf } from './texts/catalogues.ts';
import { saidOtherwise } from './texts/one-word.ts';
import { saidTwice } from './texts/said-twice.ts';

/**
 * What is wrong with the texts of the project, one sentence a fault: a namespace taken twice, a text that is missing, bad, or older
 * than its English, texts of a key that is gone, the same English translated in two ways, a thing that is called by another word.
 */
export function faultsOf(all: readonly Catalogue[], offered: readonly Language[] = locales): string[] {
  const taken = new Map<string, string>();
  const faults = all.flatMap((catalogue) => {
    const { path, messages } = catalogue;
    const other = taken.get(messages.namespace);
    taken.set(messages.namespace, path);
    const twice = other === undefined ? [] : [`the namespace ${messages.namespace} is also that of ${other}`];
    return [...twice, ...checkMessages(messages, offered), ...faultsOfFile(catalogue, offered)].map(
      (fault) => `${path}: ${fault}`,
    );
  });
  const rows = all.flatMap((catalogue) => [...ownRows(catalogue).values()]);
  return [...faults, ...saidTwice(rows), ...saidOtherwise(rows)];
}

const known: readonly string[] = languages;

function faultsOfFile(catalogue: Catalogue, offered: readonly Language[]): string[] {
  const { namespace } = catalogue.messages;
  const rows = ownRows(catalogue);
  const stale = [...rows].flatMap(([key, row]) => {
    const old = offered.filter((language) => stateOf(row, catalogue.translations[key], language) === 'stale');
    return old.length === 0 ? [] : [`stale: ${old.join(', ')} of ${row.of}`];
  });
  const strange = Object.entries(catalogue.translations).flatMap(([key, groups]) => {
    if (!rows.has(key)) return [`${namespace}.${key} has texts, but the module does not declare it`];
    const named = Object.values(groups).flatMap((texts) => Object.keys(texts));
    return [
      ...named
        .filter((language) => !known.includes(language))
        .map((name) => `${namespace}.${key}: ${name} is no language`),
      ...languages
        .filter((language) => named.filter((name) => name === language).length > 1)
        .map((language) => `${namespace}.${key} ${language}: two texts, made from different English`),
    ];
  });
  return [...stale, ...strange];
}

async function main(): Promise<number> {
  const faults = faultsOf(await catalogues(resolve(import.meta.dirname, '..')));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) console.error('CONTRIBUTING.md says how texts are written and translated (npm run texts).');
  return faults.length === 0 ? 0 : 1;
}

if (import.meta.main) await runMain(main);
