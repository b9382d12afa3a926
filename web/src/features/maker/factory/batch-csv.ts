/** A file of appliances to create: read by RFC 4180 with the liberties of spreadsheets, and checked line by line before it is sent. */
import { type ApplianceDomain, applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { gammaOf, modelRow } from '@brina/domain/appliance/families/families';
import { type Gamma, gammas } from '@brina/domain/appliance/families/family';
import { parseSerial, serialFits } from '@brina/domain/appliance/serial-number';
import { csvRecords } from '@brina/domain/language/csv';

/** Columns, in the order of a file without a header. */
export const batchColumns = ['serialNumber', 'brand', 'domain', 'gamma', 'model'] as const;
export type BatchColumn = (typeof batchColumns)[number];

/** What the screen calls the columns; a header may say so, too. */
export type ColumnNames = Readonly<Record<BatchColumn, string>>;

/** A file as it may look, for whoever makes the first. */
export const batchSample = (names: ColumnNames): string =>
  `${batchColumns.map((column) => names[column]).join(',')}\nMF26004179,IRINOX,STANDARD,ABBATTITORE,MF Next L 45`;

/** More lines than this are more than somebody looks through. */
export const batchLines_max = 500;

/** What of a file is read: far more than as many lines need. */
export const batchBytes_max = 1_000_000;

/** What can be wrong with a line before the portal is asked. `duplicate` tells the line that has the number already. */
export type LineFault =
  | {
      readonly code:
        | 'serial_format'
        | 'serial_check_digit'
        | 'serial_family'
        | 'model_not_registered'
        | 'gamma_mismatch';
    }
  | { readonly code: 'brand_missing' | 'domain_unknown' | 'gamma_unknown' | 'columns' }
  | { readonly code: 'duplicate'; readonly line: number };

/** What a line asks for, ready to be sent. */
export type NewAppliance = {
  serialNumber: string;
  brand: string;
  domain: ApplianceDomain;
  gamma: Gamma;
  model: string;
};

/** A line of the file: its number there, what it says, and what is wrong with it or what it asks for. */
export type BatchLine = {
  readonly line: number;
  readonly cells: Readonly<Record<BatchColumn, string>>;
} & (
  | { readonly faults: readonly [LineFault, ...LineFault[]] }
  | { readonly faults: readonly []; readonly appliance: NewAppliance }
);

/** A file that was read, or why it cannot be. */
export type BatchFile =
  | { readonly lines: readonly BatchLine[] }
  | { readonly fault: 'empty' | 'too_long' | 'no_text' }
  /** A header with names that are no column's, or without all columns. */
  | { readonly fault: 'header'; readonly unknown: readonly string[]; readonly missing: readonly BatchColumn[] };

/**
 * Reads a file of appliances: comma, semicolon or tab, quotes, a byte order mark, an optional header in any order of columns.
 * Domain and category may be spelt in any case.
 * @param options.year in which the serial numbers are judged
 * @param options.names what the screen calls the columns
 * @param options.ignored names of columns that are passed over: those which the report of an earlier batch has of its own
 */
export function readBatch(
  bytes: Uint8Array,
  options: { year: number; names: ColumnNames; ignored: readonly string[] },
): BatchFile {
  const { year, names, ignored } = options;
  const text = textOf(bytes);
  if (text === undefined) return { fault: 'no_text' };
  // A line with which some spreadsheets tell each other the separator.
  const records = csvRecords(text.replace(/^sep=.(?=\r?\n)/i, ''));
  const [first] = records;
  if (!first) return { fault: 'empty' };
  const header = isHeader(first.cells) ? headerOf(first.cells, names, ignored) : undefined;
  if (header && 'unknown' in header) return { fault: 'header', ...header };
  const rows = header ? records.slice(1) : records;
  if (rows.length === 0) return { fault: 'empty' };
  if (rows.length > batchLines_max) return { fault: 'too_long' };
  const places: readonly (BatchColumn | null)[] = header ?? batchColumns;
  const needed = places.findLastIndex((column) => column !== null) + 1;
  const seen = new Map<string, number>();
  return {
    lines: rows.map(({ line, cells }) => {
      const named = Object.fromEntries(
        batchColumns.map((column) => [column, cells[places.indexOf(column)]?.trim() ?? '']),
      ) as Record<BatchColumn, string>;
      // Spreadsheets write a separator for every column that ever held something.
      const isWhole = cells.length >= needed && cells.slice(places.length).every(isBlank);
      return judged(line, named, isWhole, seen, year);
    }),
  };
}

/**
 * The text of a file without its byte order mark: UTF-8, UTF-16 as spreadsheets call "Unicode text", or the Windows-1252 of older
 * ones; undefined for what is no text, such as the workbook itself.
 */
function textOf(bytes: Uint8Array): string | undefined {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = { [0xfffe]: 'utf-16le', [0xfeff]: 'utf-16be' }[mark];
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : utf8Of(bytes);
  return /[^\P{Cc}\t\r\n]/u.test(text) ? undefined : text;
}

function utf8Of(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Whether a record names columns: words without a digit, none of which is a value that a column could have. */
const isHeader = (cells: readonly string[]): boolean =>
  cells.every((cell) => {
    const word = cell.trim().toUpperCase();
    const isValue =
      [...applianceDomains, ...gammas].some((value) => value === word) || modelRow(cell.trim()) !== undefined;
    return !isValue && !/\d/.test(word);
  });

/** The columns of a header in the file's order, null for one that is passed over, or what is wrong with it. */
function headerOf(
  cells: readonly string[],
  shown: ColumnNames,
  ignored: readonly string[],
): (BatchColumn | null)[] | { unknown: string[]; missing: BatchColumn[] } {
  const named = cells.slice(0, cells.findLastIndex((cell) => !isBlank(cell)) + 1);
  const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '');
  const isNamed = (cell: string, names: readonly string[]): boolean =>
    names.some((name) => plain(name) === plain(cell));
  const columns = named.map(
    (cell) =>
      batchColumns.find((column) => isNamed(cell, [column, shown[column]])) ??
      (isNamed(cell, ignored) ? null : undefined),
  );
  const unknown = named.filter((_, at) => columns[at] === undefined);
  const missing = batchColumns.filter((column) => !columns.includes(column));
  return unknown.length + missing.length > 0 ? { unknown, missing } : (columns as (BatchColumn | null)[]);
}

const isBlank = (cell: string): boolean => cell.trim() === '';

function judged(
  line: number,
  cells: Readonly<Record<BatchColumn, string>>,
  isWhole: boolean,
  seen: Map<string, number>,
  year: number,
): BatchLine {
  const faults: LineFault[] = [];
  if (!isWhole) faults.push({ code: 'columns' });
  const parsed = parseSerial(cells.serialNumber, year);
  if ('fault' in parsed) faults.push({ code: parsed.fault });
  else {
    const before = seen.get(parsed.serial);
    if (before !== undefined) faults.push({ code: 'duplicate', line: before });
    else seen.set(parsed.serial, line);
  }
  if (cells.brand === '') faults.push({ code: 'brand_missing' });
  const domain = applianceDomains.find((one) => one === cells.domain.toUpperCase());
  if (!domain) faults.push({ code: 'domain_unknown' });
  const gamma = gammas.find((one) => one === cells.gamma.toUpperCase());
  if (!gamma) faults.push({ code: 'gamma_unknown' });
  const row = modelRow(cells.model);
  if (!row) faults.push({ code: 'model_not_registered' });
  else if (gamma && gammaOf(cells.model) !== gamma) faults.push({ code: 'gamma_mismatch' });
  else if ('serial' in parsed && !serialFits(parsed.serial, row.family)) faults.push({ code: 'serial_family' });
  const [fault, ...others] = faults;
  if (fault || 'fault' in parsed || !domain || !gamma)
    return { line, cells, faults: [fault ?? { code: 'columns' }, ...others] };
  const { brand, model } = cells;
  return { line, cells, faults: [], appliance: { serialNumber: parsed.serial, brand, domain, gamma, model } };
}
