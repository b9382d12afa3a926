import { endonym, type Locale, locales } from '@brina/domain/language/locales';
import { translate } from '@brina/domain/language/messages';
import type { Content } from 'pdfmake/interfaces.js';
import { makePdf, points } from '#core/pdf.ts';
import { qrOf } from '#core/qr.ts';
import { paperOf } from '#features/record/reports/reader.queries.ts';
import { inspectionMessages } from './inspection.messages.ts';

/** What a poster is printed from. `link`: what its code leads to. */
export type PosterFacts = { company: string; laboratory: string; country: string | null; link: string };

const ink = '#13242b';
const pale = '#4b606a';
const code_mm = 92;

/** The poster of a kitchen for its wall, one page: whose records, the code, and what it is for in nine languages. */
export const posterPdf = ({ company, laboratory, country, link }: PosterFacts): Promise<Uint8Array> =>
  makePdf({
    pageSize: paperOf(country),
    pageMargins: points(16),
    info: { title: `HACCP · ${company} · ${laboratory}` },
    defaultStyle: { fontSize: 12, color: ink, lineHeight: 1.15 },
    content: [
      { text: 'HACCP', fontSize: 44, bold: true, alignment: 'center' },
      { text: laboratory, fontSize: 24, bold: true, alignment: 'center' },
      { text: company, fontSize: 16, color: pale, alignment: 'center', margin: [0, 0, 0, points(6)] },
      { svg: qrOf(link), width: points(code_mm), alignment: 'center' },
      // For who has no camera at hand.
      { text: link.replace(/^https?:\/\//, ''), fontSize: 12, alignment: 'center', margin: [0, 0, 0, points(7)] },
      ...locales.filter((locale) => locale !== 'en-US').map(lineOf),
    ],
  });

const lineOf = (locale: Locale): Content => ({
  columns: [
    { text: endonym(locale), color: pale, width: points(38) },
    { text: translate(inspectionMessages, locale, 'posterScan'), bold: true, width: '*' },
  ],
  margin: [points(12), 0, points(12), points(1.5)],
});
