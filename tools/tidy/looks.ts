import {
  dialogWidth_px,
  languageDialogBreakpoint_px,
  missingDataBreakpoint_px,
  mobileBreakpoint_px,
} from '../../domain/src/constants.ts';
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

/**
 * The widths at which layouts change beside those of the specification, which have names (`web/vite/widths-plugin.ts`), in the one spelling: a
 * custom property cannot stand in a media query.
 */
const widths: readonly (readonly [em: string, px: number, what: string])[] = [
  ['48em', 768, 'a tablet held upright'],
  ['62em', 992, 'a table beside its filters'],
  ['75em', 1200, 'three columns of controls'],
  ['80em', 1280, 'a table with room for telephone numbers'],
];
/** A query from a width on begins a pixel after the one that ends there. */
const spellings = widths.flatMap(([em, px]) => [em, `${(px + 1) / 16}em`]);
/** The widths of the specification (S9.4) are defined once, as constants; a style sheet that has one by its number would keep an old one. */
const specified = [mobileBreakpoint_px, languageDialogBreakpoint_px, missingDataBreakpoint_px, dialogWidth_px];
const specifiedWidth = new RegExp(
  `(?<![\\d.])(?:${specified.flatMap((px) => [`${px}px`, `${px / 16}r?em`, `${(px + 1) / 16}em`]).join('|')})`.replaceAll(
    '.',
    '\\.',
  ),
  'g',
);
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
    ...findMatches(
      file,
      specifiedWidth,
      (found) =>
        `${found}: a width of the specification has a name, as in "@media (--mobile)" (web/vite/widths-plugin.ts)`,
    ),
    ...findMatches(file, widthQuery, (found) =>
      // Of a width of the specification the finding above says more.
      spellings.some((width) => found.endsWith(` ${width})`)) || found.search(specifiedWidth) >= 0
        ? ''
        : `${found}: layouts change at ${widths.map(([em]) => em).join(', ')}`,
    ).filter(({ message }) => message !== ''),
  ];
}
