import { locales } from '@brina/domain/language/locales';
import { isTranslated, type TextRow, type Translations } from '@brina/domain/language/messages';
import { type Catalogue, hashOf, ownRows, renewed, stateOf } from './catalogues.ts';

/**
 * The files with texts as their modules want them: in the order of the keys, an empty place for each text that an offered language
 * lacks, nothing of keys that are gone. A key that was renamed, or moved to another module, takes its texts along.
 */
export function prepared(all: readonly Catalogue[]): Map<Catalogue, Translations> {
  const homeless = homelessTexts(all);
  return new Map(
    all.map((catalogue) => {
      const entries = [...ownRows(catalogue)].map(([key, row]) => {
        const groups = catalogue.translations[key] ?? homeless.get(hashOf(row.en));
        return [key, withPlaces(row, groups)] as const;
      });
      return [catalogue, Object.fromEntries(entries)];
    }),
  );
}

/** Texts of keys that no module declares any more, by the hash of their English. */
const homelessTexts = (all: readonly Catalogue[]): Map<string, Translations[string]> =>
  new Map(
    all.flatMap((catalogue) => {
      const rows = ownRows(catalogue);
      return Object.entries(catalogue.translations)
        .filter(([key]) => !rows.has(key))
        .flatMap(([, groups]) => Object.keys(groups).map((hash) => [hash, groups] as const));
    }),
  );

function withPlaces(row: TextRow, groups: Translations[string] = {}): Translations[string] {
  const missing = locales.filter((locale) => isTranslated(locale) && stateOf(row, groups, locale) === 'missing');
  return renewed(row.en, groups, Object.fromEntries(missing.map((locale) => [locale, ''])));
}
