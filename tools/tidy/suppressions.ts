import { type Finding, findMatches, isCode, type SourceFile } from './source-tree.ts';

// Marks are written in two halves, so that this file does not contain what it forbids.
const forbidden = new RegExp(`@ts-${'ignore'}|@ts-${'nocheck'}`, 'g');

/** Each mark with what must follow it on its line: a reason of twelve letters at least. */
const unexplained = [
  new RegExp(`(?:oxlint|eslint)-${'disable'}(?![^\\n]*-- *[^\\n]{12})[^\\n]*`, 'g'),
  new RegExp(`biome-${'ignore'}(?![^\\n]*: *[^\\n]{12})[^\\n]*`, 'g'),
  new RegExp(`@ts-${'expect-error'}(?![ :-]*[^\\n]{12})[^\\n]*`, 'g'),
];

/** Whoever silences a tool says why on the same line. */
export function suppressions(files: SourceFile[]): Finding[] {
  return files
    .filter(isCode)
    .flatMap((file) => [
      ...findMatches(file, forbidden, (found) => `${found} hides every error of its line`),
      ...unexplained.flatMap((mark) => findMatches(file, mark, (found) => `"${found}" gives no reason`)),
    ]);
}
