/** A sheet as a PDF that can be kept for decades: PDF/A-3b (ISO 19005-3), with the data it was made from in it. */
import { type Inks, paperPlot } from '@brina/domain/charts/paper-plot';
import type { Sheet, SheetPart, SheetTable } from '@brina/domain/paper/sheet';
import type { Content } from 'pdfmake/interfaces.js';
import { fontOf, makePdf, points } from './pdf.ts';
import { qrOf } from './qr.ts';
import { svgText } from './svg-text.ts';

/** A file that travels with a sheet: the data that it was made from. */
type Attached = { name: string; mediaType: string; content: string; description: string };

/** What sheets are printed as, besides what stands on them. */
export type Print = {
  /** What the document is called, and what stands at the foot of its pages. */
  name: string;
  paper: 'A4' | 'LETTER';
  /** BCP 47, of the words. */
  language: string;
  /** When what it says was so, epoch ms: the same sheet is the same file to the byte, whenever it is made. */
  at: number;
  /** What stands at the foot of a page, too. */
  page: (n: number, of: number) => string;
  files: readonly Attached[];
};

const inks: Inks = {
  ink: '#000000',
  pale: '#4b606a',
  line: '#d8e1e5',
  edge: '#999999',
  alarm: '#a81b14',
  series: {
    air: '#0f5c99',
    core: '#b35900',
    other: '#0b6849',
    violet: '#5b3fa8',
    rose: '#a3336f',
    set: '#4b606a',
    doubtful: '#7c909a',
  },
};

const margin_mm = { side: 15, top: 13, foot: 16 } as const;
const widths_mm = { A4: 210, LETTER: 215.9 } as const;
/** A table with no more rows than this stands on one page. */
const together_max = 12;

/** @returns the file, each sheet on pages of its own. About a tenth of a second a sheet: never where others wait. */
export function sheetPdf(sheets: readonly Sheet[], print: Print): Promise<Uint8Array> {
  const { name, paper, language, at, page, files } = print;
  const moment = new Date(at);
  const width = points(widths_mm[paper] - 2 * margin_mm.side);
  return makePdf({
    pageSize: paper,
    pageMargins: [points(margin_mm.side), points(margin_mm.top), points(margin_mm.side), points(margin_mm.foot)],
    version: '1.7',
    subset: 'PDF/A-3b',
    language,
    displayTitle: true,
    info: { title: name, creator: 'Brina', producer: 'Brina', creationDate: moment, modDate: moment },
    files: Object.fromEntries(
      files.map(({ mediaType, content, ...file }) => [
        file.name,
        {
          ...file,
          // The library takes bytes by such an address alone.
          src: `data:${mediaType};base64,${Buffer.from(content).toString('base64')}`,
          type: mediaType,
          relationship: 'Source',
          creationDate: moment,
          modifiedDate: moment,
        },
      ]),
    ),
    // One font a document, wherever it has all letters: lines of two do not stand on the same height.
    defaultStyle: { font: fontOf(sheets[0]?.title ?? ''), fontSize: 9, color: inks.ink, lineHeight: 1.15 },
    footer: (n: number, of: number) => ({
      margin: [points(margin_mm.side), points(5), points(margin_mm.side), 0],
      columns: [
        { text: name, fontSize: 7.5, color: inks.pale },
        { text: page(n, of), fontSize: 7.5, color: inks.pale, alignment: 'right', width: 'auto' },
      ],
      columnGap: 12,
    }),
    content: sheets.map((sheet, place) => ({
      stack: [
        headOf(sheet),
        ...verdictOf(sheet),
        ...sheet.texts.map(paragraph),
        ...sheet.parts.map((part) => partOf(part, width)),
      ],
      ...(place > 0 && { pageBreak: 'before' }),
    })),
  });
}

const paragraph = (text: string): Content => ({ text, margin: [0, 0, 0, 3] });

/** A table with so many columns is a wide one. */
const wide_min = 8;

const code_mm = 27;

/** The title and the facts, and at their side the code that leads to what proves them: it costs no line. */
function headOf(sheet: Sheet): Content {
  const { title, facts, code } = sheet;
  const head: Content = {
    stack: [
      { text: title, fontSize: 16, bold: true, margin: [0, 0, 0, 6] },
      ...(facts.length > 0 ? [factsOf(sheet)] : []),
    ],
    width: '*',
  };
  if (!code) return head;
  const width = points(code_mm);
  const drawn: Content = {
    stack: [
      { svg: qrOf(code.link), width },
      { text: code.text, fontSize: 6.5, color: inks.pale, alignment: 'center', lineHeight: 1 },
    ],
    width,
    margin: [0, 0, 0, 6],
  };
  return { columns: [head, drawn], columnGap: 8 };
}

/** Three beside one another, each under its term. */
function factsOf({ facts }: Sheet): Content {
  const columns = 3;
  const rows = Array.from({ length: Math.ceil(facts.length / columns) }, (_, row) =>
    Array.from({ length: columns }, (_, column): Content => {
      const fact = facts[row * columns + column];
      if (!fact) return '';
      return {
        stack: [
          { text: fact.term, fontSize: 7.5, color: inks.pale },
          { text: fact.detail, bold: true },
        ],
      };
    }),
  );
  return {
    table: { widths: ['*', '*', '*'], body: rows },
    layout: { hLineWidth: () => 0, vLineWidth: () => 0, ...padding({ left: 0, right: 12, above: 1.5, below: 1.5 }) },
    margin: [0, 0, 0, 6],
  };
}

/** In ink and in a frame, for printers leave grounds out. */
function verdictOf({ verdict }: Sheet): Content[] {
  if (!verdict) return [];
  const framed: Content = {
    table: { body: [[{ text: verdict.word, fontSize: 16, bold: true }]] },
    layout: { hLineWidth: () => 1.6, vLineWidth: () => 1.6, ...padding({ left: 9, right: 9, above: 1, below: 2 }) },
    width: 'auto',
  };
  const measured: Content = { text: verdict.measured ?? '', fontSize: 13, bold: true, margin: [0, 5, 0, 0] };
  return [{ columns: [framed, measured], columnGap: 14, margin: [0, 0, 0, 6] }];
}

function partOf({ title, plot, table, texts = [] }: SheetPart, width: number): Content {
  return {
    stack: [
      { text: title, fontSize: 11, bold: true, margin: [0, 0, 0, 2] },
      ...(plot ? [plotOf(plot, width)] : []),
      ...(table ? [tableOf(table)] : []),
      ...texts.map(paragraph),
    ],
    unbreakable: (table?.rows.length ?? 0) <= together_max,
    margin: [0, 6, 0, 2],
  };
}

/** One line a row, the head on each page. */
function tableOf({ columns, rows, dense }: SheetTable): Content {
  const aligned = (align: 'end' | undefined) => (align === 'end' ? { alignment: 'right' } : {});
  // What has many columns is written smaller: a column whose longest word has no room would run over the edge.
  const [head, body, gap] = dense ? [6, 6.5, 2] : columns.length >= wide_min ? [6, 6.8, 4] : [7.5, 8.5, 8];
  const width = (align: 'end' | undefined, place: number) =>
    dense ? (place === 0 ? 'auto' : '*') : align === 'end' ? 'auto' : '*';
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ align }, place) => width(align, place)),
      body: [
        columns.map(({ title, align }) => ({ text: title, fontSize: head, bold: true, ...aligned(align) })),
        ...rows.map(({ cells }) =>
          columns.map(({ align }, place) => ({ text: cells[place] ?? '', fontSize: body, ...aligned(align) })),
        ),
      ],
    },
    layout: {
      hLineWidth: (row: number) => (row === 0 ? 0 : row === 1 ? 0.8 : 0.4),
      hLineColor: (row: number) => (row === 1 ? inks.ink : inks.line),
      vLineWidth: () => 0,
      ...padding({ left: 0, right: gap, above: 1.6, below: 1.6 }),
    },
    margin: [0, 0, 0, 3],
  };
}

const padding = ({ left, right, above, below }: Record<'left' | 'right' | 'above' | 'below', number>) => ({
  paddingLeft: () => left,
  paddingRight: () => right,
  paddingTop: () => above,
  paddingBottom: () => below,
});

function plotOf({ content, format }: NonNullable<SheetPart['plot']>, width: number): Content {
  const plot = paperPlot(content, format, inks);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${plot.width} ${plot.height}">${svgText(plot.shapes, fontOf)}</svg>`;
  return { svg, width, height: (width * plot.height) / plot.width, font: 'NotoSans' };
}
