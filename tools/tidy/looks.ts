import { type Finding, findMatches, type SourceFile } from './source-tree.ts';

/** Where colours stand by their values, with the reason; everybody else takes them from the tokens. */
const ownColours: readonly (readonly [path: string, reason: string])[] = [
  ['web/src/ui/styles.css', 'the tokens'],
  ['web/src/ui/theme.ts', "the library's tokens"],
  ['web/src/ui/paper.module.css', 'the tokens as they are on paper, and the margins of a page, which have none'],
  ['web/src/app/boot.css', 'is there before the tokens'],
  ['web/src/app/layout/Flag.tsx', 'flags'],
];

const colourInCss = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|:\s*(?:white|black)(?=\s*[;}])/gi;
const colourInCode = /(['"`])#[0-9a-f]{3,8}\1/gi;
const level = /\bz-index:(?!\s*var\(--z-)[^;}]+/g;

/** The widths at which layouts change, in the one spelling: a custom property cannot stand in a media query. */
const widths: readonly (readonly [em: string, px: number, what: string])[] = [
  ['36.875em', 590, 'a phone (S9.4)'],
  ['48em', 768, 'a tablet held upright'],
  ['62em', 992, 'a table beside its filters'],
  ['63.125em', 1010, 'the languages in one column (S9.4)'],
  ['68.1875em', 1091, 'the mobile layout (S9.4)'],
  ['75em', 1200, 'three columns of controls'],
  ['80em', 1280, 'a table with room for telephone numbers'],
];
/** A query from a width on begins a pixel after the one that ends there. */
const spellings = widths.flatMap(([em, px]) => [em, `${(px + 1) / 16}em`]);
const widthQuery = /\((?:min|max)-width:\s*([^)]+)\)/g;

/** Colours and levels come from the tokens of `web/src/ui/styles.css`, and layouts change at the same widths everywhere. */
export const looks = (files: SourceFile[]): Finding[] =>
  files.filter(({ path }) => path.startsWith('web/src/')).flatMap((file) => [...coloursIn(file), ...sheetIn(file)]);

function coloursIn(file: SourceFile): Finding[] {
  if (ownColours.some(([path]) => path === file.path)) return [];
  const pattern = file.path.endsWith('.css') ? colourInCss : /\.tsx?$/.test(file.path) ? colourInCode : undefined;
  return pattern ? findMatches(file, pattern, (found) => `${found}: a colour is a token of web/src/ui/styles.css`) : [];
}

function sheetIn(file: SourceFile): Finding[] {
  if (!file.path.endsWith('.css')) return [];
  return [
    ...findMatches(
      file,
      level,
      (found) => `${found}: what stands above what is a token --z-… of web/src/ui/styles.css`,
    ),
    ...findMatches(file, widthQuery, (found) =>
      spellings.some((width) => found.endsWith(` ${width})`))
        ? ''
        : `${found}: layouts change at ${widths.map(([em]) => em).join(', ')}`,
    ).filter(({ message }) => message !== ''),
  ];
}
