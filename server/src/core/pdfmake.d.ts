/**
 * The part of pdfmake 0.3 that the portal uses. The published types pull in the browser's, whose CryptoKey is not
 * Node's.
 */
declare module 'pdfmake/interfaces.js' {
  /** A text, a list of contents, or a node such as `{ text, style }`, `{ columns }`, `{ table }`, `{ svg }`. */
  export type Content = string | readonly Content[] | { readonly [property: string]: unknown };

  export type TDocumentDefinitions = {
    readonly content: Content;
    /** A name such as `A4`, or width and height in points. */
    readonly pageSize?: string | { readonly width: number; readonly height: number };
    readonly pageMargins?: number | readonly [number, number, number, number];
    readonly defaultStyle?: { readonly [property: string]: unknown };
    readonly footer?: (n: number, of: number) => Content;
    readonly [property: string]: unknown;
  };
}

declare module 'pdfmake' {
  import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

  type Fonts = Readonly<Record<string, Readonly<Record<string, string>>>>;
  const pdfmake: {
    setFonts(fonts: Fonts): void;
    /** Whether an address may be fetched. */
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    /** Whether a file may be read. */
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}

/** The part of fontkit that the portal uses. */
declare module 'fontkit' {
  /** `characterSet`: the characters that it has glyphs for. */
  export type Font = {
    readonly characterSet: readonly number[];
    /** `letters`: the code points that it stands for. */
    getGlyph(id: number, letters?: readonly number[]): Glyph | null;
  };
  export type Glyph = { readonly constructor: new (id: number, letters: readonly number[], font: Font) => Glyph };
  export function openSync(path: string): Font;
  /** Adds a format of font files, asked after those that come with the library. `getFont`: one of a collection, by its name. */
  export function registerFormat(format: {
    probe(bytes: Uint8Array): boolean;
    new (): { getFont(name: string): Font };
  }): void;
}

/** The part of pdfkit that the portal changes. */
declare module 'pdfkit' {
  /** `name`: of a font of a collection, by which the document knows it from then on. */
  type SetFont = (this: unknown, src: string | Uint8Array, name?: string | number, size?: number) => unknown;
  export const prototype: { font: SetFont };
}
