import { fileURLToPath } from 'node:url';
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

pdfmake.setFonts(fonts);
// A document is made of what we give it: nothing is fetched, and of the disk only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false);
const fontFiles: readonly string[] = Object.values(fonts).flatMap((faces) => Object.values(faces));
pdfmake.setLocalAccessPolicy((path) => fontFiles.includes(path));

/** Points of a length in millimetres: PDF measures in 1/72 inch. */
export const points = (mm: number): number => (mm * 72) / 25.4;

/** The document as a PDF file, in Noto Sans. About a tenth of a second: never inside a transaction. */
export const makePdf = (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  pdfmake.createPdf({ ...definition, defaultStyle: { font: 'NotoSans', ...definition.defaultStyle } }).getBuffer();

/** Letters that only the Japanese font has: kana, Chinese characters, and the signs that go with them. */
const japanese = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+/u;

/** The font that has all letters of a text: the Japanese one has those of Latin, too. */
export const fontOf = (text: string): keyof typeof fonts => (japanese.test(text) ? 'NotoSansJP' : 'NotoSans');

/** A text with its Japanese parts in the font that has them: a PDF looks for no other font by itself. */
export function inFonts(text: string): Content {
  if (!japanese.test(text)) return text;
  return text
    .split(/([\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+)/u)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, font: fontOf(part) }));
}
