import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Font as FontFile, Glyph } from 'fontkit';
import pdfmake from 'pdfmake';
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';

const latin = (name: string): string => fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`));
const japan = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-jp/${name}.ttf`));
/** What a document uses of them is embedded. */
const fonts = {
  /** Latin and Cyrillic. */
  NotoSans: { normal: latin('400Regular/NotoSans_400Regular'), bold: latin('700Bold/NotoSans_700Bold') },
  NotoSansJP: { normal: japan('400Regular/NotoSansJP_400Regular'), bold: japan('700Bold/NotoSansJP_700Bold') },
} as const;

const paths: readonly string[] = Object.values(fonts).flatMap((faces) => Object.values(faces));
pdfmake.setFonts(fonts);
// A document is made of what we give it: nothing is fetched, and of the disk only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => paths.includes(path));

// The copies that documents are made with: what is told to others they would not know.
const require = createRequire(import.meta.resolve('pdfmake'));
const fontkit = require('fontkit') as typeof import('fontkit');
const { prototype: document } = require('pdfkit') as typeof import('pdfkit');

/** Fonts that have been read, by their files: what one says of letters and their distances costs more than a page. */
const opened = new Map<string, FontFile>();
function openedFont(path: string): FontFile {
  const font = opened.get(path) ?? ofManyDocuments(fontkit.openSync(path));
  opened.set(path, font);
  return font;
}

/**
 * A font keeps each glyph with the letters that it was first asked for; where several share one, such as a hyphen and a soft one, the next
 * document would take those of the one before. It has one for each of them.
 */
function ofManyDocuments(font: FontFile): FontFile {
  const byId = font.getGlyph;
  const byLetters = new Map<string, Glyph>();
  font.getGlyph = (id, letters = []) => {
    const glyph = byId.call(font, id);
    if (!glyph || letters.length === 0) return glyph;
    const key = `${id} ${letters.join(' ')}`;
    const own = byLetters.get(key) ?? new glyph.constructor(id, letters, font);
    byLetters.set(key, own);
    return own;
  };
  return font;
}

// A document reads its fonts anew. What it reads now are these bytes: to the library a collection, whose fonts are those that are open.
const collection = Buffer.from('fonts that are open');
fontkit.registerFormat(
  class {
    static probe = (bytes: Uint8Array): boolean => collection.equals(bytes);
    getFont = openedFont;
  },
);
const { font: byBytes } = document;
document.font = function (src, name, size) {
  const isOpen = typeof src === 'string' && paths.includes(src);
  return isOpen ? byBytes.call(this, collection, src, size) : byBytes.call(this, src, name, size);
};

/** Points of a length in millimetres: PDF measures in 1/72 inch. */
export const points = (mm: number): number => (mm * 72) / 25.4;

export type Font = keyof typeof fonts;
const names = Object.keys(fonts) as Font[];

/** The letters that each font has: a PDF looks for no other font by itself, and leaves empty what the one it is told lacks. */
const lettersOf = new Map(names.map((name) => [name, new Set(openedFont(fonts[name].normal).characterSet)]));
const has = (name: Font, letter: string): boolean => lettersOf.get(name)?.has(letter.codePointAt(0) ?? 0) === true;
/** The mark for a letter that no font has; the data that go with a document have the letter. */
const missing = '〓';

/** The document as a PDF file, in Noto Sans, and in others where that lacks a letter. About a tenth of a second: never inside a transaction. */
export function makePdf({ content, footer, defaultStyle, ...others }: TDocumentDefinitions): Promise<Uint8Array> {
  const font = (defaultStyle?.['font'] ?? 'NotoSans') as Font;
  const document = {
    ...others,
    content: inFonts(content, font),
    ...(footer && { footer: (n: number, of: number) => inFonts(footer(n, of), font) }),
    defaultStyle: { ...defaultStyle, font },
  };
  return pdfmake.createPdf(document).getBuffer();
}

/** A content with every text in fonts that have its letters. */
function inFonts(content: Content, first: Font): Content {
  if (content === '') return content;
  if (typeof content === 'string') return { text: runsOf(content, first) };
  if (isList(content)) return content.map((one) => inFonts(one, first));
  const { text, stack, columns, table } = content as Parts;
  return {
    ...content,
    ...(text && { text: typeof text === 'string' ? inFont(text, first) : inFonts(text, first) }),
    ...(stack && { stack: inFonts(stack, first) }),
    ...(columns && { columns: inFonts(columns, first) }),
    ...(table && { table: { ...table, body: table.body.map((row) => inFonts(row, first)) } }),
  };
}

/** A text as it is where the first font has all of it: in a table of thousands of lines parts of one would take half of the memory. */
function inFont(text: string, first: Font): string | { text: string; font: Font }[] {
  const runs = runsOf(text, first);
  return runs.length === 1 && runs[0]?.font === first ? text : runs;
}

type Parts = {
  text?: Content;
  stack?: readonly Content[];
  columns?: readonly Content[];
  table?: { body: readonly (readonly Content[])[] };
};

const isList = (content: Content): content is readonly Content[] => Array.isArray(content);

/** A text in parts, each in a font that has its letters: the first one wherever it does. */
function runsOf(text: string, first: Font): { text: string; font: Font }[] {
  const runs: { text: string; font: Font }[] = [];
  for (const letter of text) {
    const isLetter = !/[\n\r\p{Cf}]/u.test(letter);
    const having = [first, ...names].find((name) => has(name, letter));
    // What breaks a line, or only says how letters join, no font has.
    const font = isLetter ? (having ?? 'NotoSansJP') : (runs.at(-1)?.font ?? first);
    const drawn = !isLetter || having ? letter : missing;
    const last = runs.at(-1);
    if (last?.font === font) last.text += drawn;
    else runs.push({ text: drawn, font });
  }
  return runs;
}

/** The font of a short text of a drawing, which has one alone. */
export const fontOf = (text: string): Font =>
  names.find((name) => Array.from(text).every((letter) => has(name, letter))) ?? 'NotoSansJP';
