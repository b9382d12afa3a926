/** Where files of records are made, beside the portal: laying out a page takes a tenth of a second, in which nobody else would be served. */
import { parentPort } from 'node:worker_threads';
import type { Action } from '@brina/contract/calls/record/actions';
import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { holdSheet, holdSheetCatalogues } from '@brina/contract/words/hold-sheet';
import { type PeriodContent, toldOf } from '@brina/contract/words/period-content';
import { periodSheets } from '@brina/contract/words/period-sheet';
import { periodCatalogues } from '@brina/contract/words/period-words';
import { recordSheet, sheetCatalogues } from '@brina/contract/words/record-sheet';
import { htmlLang } from '@brina/domain/language/locales';
import { formatFor, type Reader } from '@brina/domain/language/reader';
import { type Speech, speechIn } from '@brina/domain/language/speech';
import type { Sheet } from '@brina/domain/paper/sheet';
import { sheetPdf } from '#core/sheet-pdf.ts';

/**
 * A record of a file, by its id in the book, with what was done about its food. `data`: the entry of the book with its content and its
 * proof, as JSON; `leaf`: that entry's in the tree, in hex; both null of a record that no book has.
 */
export type PrintedRecord = { id: string; actions: readonly Action[]; data: string | null; leaf: string | null } & (
  | { kind: 'batch'; record: BatchRecord }
  | { kind: 'day'; record: HoldRecord }
);
/** What a file is made from. `verify`: address of the page that verifies it. */
export type Order = { reader: Reader; paper: 'A4' | 'LETTER'; verify: string; records: readonly PrintedRecord[] };
/** What a report of a period is made from, and the entries of its records in the book, a line each. */
export type PeriodOrder = {
  reader: Reader;
  paper: Order['paper'];
  verify: string;
  period: PeriodContent;
  lines: string;
};
export type ToPress = { nth: number; order: Order | PeriodOrder };
export type FromPress = { nth: number; file: Uint8Array } | { nth: number; fault: string };

const catalogues = { ...sheetCatalogues, ...holdSheetCatalogues } as const;

/** What paper says of where it is verified, and the code that leads there: to the entry of the record, where there is one. */
const codeOf = (say: { record: Speech<typeof sheetCatalogues>['record'] }, verify: string, leaf?: string) => ({
  link: leaf === undefined ? verify : `${verify}?leaf=${leaf}`,
  text: say.record('verifyAt', { address: verify.replace(/^https?:\/\//, '') }),
});

async function print({ reader, paper, verify, records }: Order): Promise<Uint8Array> {
  const format = formatFor(reader);
  const say = speechIn(catalogues, reader);
  const sheets = records.map((one): Sheet => {
    const sheet =
      one.kind === 'day'
        ? holdSheet(say, format, one.record, one.actions)
        : recordSheet(say, format, one.record, one.actions);
    return one.leaf === null ? sheet : { ...sheet, code: codeOf(say, verify, one.leaf) };
  });
  const [first] = records;
  const { company = '' } = first?.record ?? {};
  return sheetPdf(sheets, {
    name: sheets.length === 1 ? (sheets[0]?.name ?? '') : [company, say.record('record')].join(' · '),
    paper,
    language: htmlLang(reader.locale),
    at: Math.max(...records.map(({ record }) => record.seal?.checkpointAt ?? record.revisions[0]?.createdAt ?? 0)),
    page: (n, of) => say.record('page', { n, of }),
    files: records.flatMap(({ id, data }) =>
      data === null
        ? []
        : [
            {
              name: records.length === 1 ? 'record.json' : `record-${id}.json`,
              mediaType: 'application/json',
              content: data,
              description: say.record('recordId', { id }),
            },
          ],
    ),
  });
}

async function printPeriod({ reader, paper, verify, period, lines }: PeriodOrder): Promise<Uint8Array> {
  const say = speechIn(periodCatalogues, reader);
  const [cover, ...rest] = periodSheets(say, formatFor(reader), period);
  const sheets = cover ? [{ ...cover, code: codeOf(say, verify) }, ...rest] : rest;
  const told = { name: 'report.json', mediaType: 'application/json', content: textOf(period) };
  const entries = { name: 'entries.jsonl', mediaType: 'application/jsonl', content: lines };
  const note = { name: 'checkpoint.txt', mediaType: 'text/plain', content: period.seal?.note ?? '' };
  return sheetPdf(sheets, {
    name: sheets[0]?.name ?? '',
    paper,
    language: htmlLang(reader.locale),
    at: period.at,
    page: (n, of) => say.record('page', { n, of }),
    files: [
      { ...told, description: say.period('attachedReport') },
      ...(period.seal
        ? [
            { ...entries, description: say.period('attachedEntries') },
            { ...note, description: say.period('attachedCheckpoint') },
          ]
        : []),
    ],
  });
}

const textOf = (period: PeriodContent): string => `${JSON.stringify({ v: 1, report: toldOf(period) })}\n`;

const answerTo = ({ nth, order }: ToPress): Promise<FromPress> =>
  ('period' in order ? printPeriod(order) : print(order)).then(
    (file) => ({ nth, file }),
    (error: unknown) => ({ nth, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );

parentPort?.on('message', (asked: ToPress) => void answerTo(asked).then((answer) => parentPort?.postMessage(answer)));
