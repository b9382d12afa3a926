import { fileURLToPath } from 'node:url';
import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}.ttf`));
/** Latin and Cyrillic; what a document uses of it is embedded. */
const notoSans = {
  normal: fontFile('400Regular/NotoSans_400Regular'),
  bold: fontFile('700Bold/NotoSans_700Bold'),
};

pdfmake.setFonts({ NotoSans: notoSans });
// A document is made of what we give it: nothing is fetched, and of the disk only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(notoSans).includes(path));

/** Points of a length in millimetres: PDF measures in 1/72 inch. */
export const points = (mm: number): number => (mm * 72) / 25.4;

/** The document as a PDF file, in Noto Sans. About a tenth of a second: never inside a transaction. */
export const makePdf = (definition: TDocumentDefinitions): Promise<Uint8Array> =>
  pdfmake.createPdf({ ...definition, defaultStyle: { font: 'NotoSans', ...definition.defaultStyle } }).getBuffer();
