/** Records as a table: a row for each, in the words of its reader. */
import { displayModel } from '@brina/domain/appliance/families/families';
import { rangeOf } from '@brina/domain/haccp/holding/series';
import { csvText } from '@brina/domain/language/csv';
import type { Format } from '@brina/domain/language/reader';
import type { Speech } from '@brina/domain/language/speech';
import type { BatchRecord } from '../calls/record/haccp.ts';
import type { HoldRecord } from '../calls/record/holding.ts';
import { holdCatalogues, holdWords } from './hold-words.ts';
import { periodMessages } from './period.messages.ts';
import { recordCatalogues, recordWords } from './record-words.ts';

/** The texts that {@link recordTable} is made of. */
export const tableCatalogues = { ...recordCatalogues, ...holdCatalogues, period: periodMessages } as const;
type TableSpeech = Speech<typeof tableCatalogues>;

/** A record of the table: a batch, or a day of holding. */
export type TableRecord = { kind: 'batch'; record: BatchRecord } | { kind: 'day'; record: HoldRecord };

/** Columns of the table, first one first; a record has nothing in those that are not of its kind. */
type Column =
  | 'company'
  | 'kitchen'
  | 'appliance'
  | 'model'
  | 'serialNumber'
  | 'startedAt'
  | 'endedAt'
  | 'timeZone'
  | 'function'
  | 'recipe'
  | 'product'
  | 'lot'
  | 'load'
  | 'verdict'
  | 'took'
  | 'limit'
  | 'lowest'
  | 'mean'
  | 'highest'
  | 'above'
  | 'degreeMinutes'
  | 'rule'
  | 'cause'
  | 'continuity'
  | 'known'
  | 'revision'
  | 'hash'
  | 'id';
type Row = Partial<Record<Column, string>>;

/**
 * The table as the text of a file that spreadsheets open: the byte order mark says that it is UTF-8, and columns are parted by semicolons
 * where the comma is the decimal sign. Numbers stand without their unit, which the head of their column says.
 */
export function recordTable(say: TableSpeech, format: Format, records: readonly TableRecord[]): string {
  const head = headOf(say, format);
  const columns = Object.keys(head) as Column[];
  const rows = records.map((one): Row => {
    const { company, laboratory, applianceName, model, serialNumber, revision, seal } = one.record;
    return {
      company,
      kitchen: laboratory ?? '',
      appliance: applianceName,
      model: displayModel(model),
      serialNumber,
      revision: format.number(revision),
      hash: seal?.hash ?? '',
      ...(one.kind === 'day' ? dayRow(say, format, one.record) : batchRow(say, format, one.record)),
    };
  });
  const separator = format.number(0.5, 1).includes(',') ? ';' : ',';
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ''));
  return `\uFEFF${csvText([Object.values(head), ...cells], separator)}`;
}

function headOf({ record: t, hold, period }: TableSpeech, { unit }: Format): Record<Column, string> {
  const minutes = ` (${unit('min')})`;
  const degrees = ` (${unit('Cel')})`;
  return {
    company: t('company'),
    kitchen: t('kitchen'),
    appliance: t('appliance'),
    model: t('model'),
    serialNumber: t('serialNumber'),
    startedAt: t('startedAt'),
    endedAt: t('endedAt'),
    timeZone: t('timeZone'),
    function: t('function'),
    recipe: t('recipe'),
    product: t('product'),
    lot: t('lot'),
    load: `${t('load')} (${unit('kg')})`,
    verdict: t('verdict'),
    took: t('took') + minutes,
    limit: t('limitShort') + minutes,
    lowest: period('lowest') + degrees,
    mean: period('mean') + degrees,
    highest: period('highest') + degrees,
    above: hold('beyond') + minutes,
    degreeMinutes: period('degreeMinutes'),
    rule: t('rule'),
    cause: t('cause'),
    continuity: `${t('continuity')} (%)`,
    known: `${hold('known')} (%)`,
    revision: t('revision'),
    hash: 'SHA-256',
    id: t('recordId', { id: '' }).trim(),
  };
}

/** A number as a spreadsheet of the reader's language takes it: its decimal sign, nothing between thousands, and the minus of a keyboard. */
function plain(format: Format, value: number | null, decimals: number): string {
  if (value === null) return '';
  const decimal = format.number(0.5, 1).slice(1, -1);
  return value
    .toFixed(decimals)
    .replace(/^-(?=[0.]*$)/, '')
    .replace('.', decimal);
}

function batchRow(say: TableSpeech, format: Format, record: BatchRecord): Row {
  const words = recordWords(say, format, record);
  const load = record.load_kg === null ? null : format.shownValue(record.load_kg, 'kg');
  return {
    startedAt: words.time(record.startedAt),
    endedAt: record.endedAt === null ? '' : words.time(record.endedAt),
    timeZone: words.zone,
    function: words.name(record),
    recipe: record.recipe ? words.recipe(record) : '',
    product: record.product ?? '',
    lot: record.lot ?? '',
    load: plain(format, load, 1),
    verdict: record.verdict === null ? '' : words.word(`verdict.${record.verdict}`),
    took: plain(format, record.minutes, 2),
    limit: plain(format, record.limit_min, 0),
    rule: words.ruleName(record),
    cause: record.reasons.map(words.reason).join(' '),
    continuity: plain(format, record.continuity, 1),
    id: record.batchId,
  };
}

function dayRow(say: TableSpeech, format: Format, record: HoldRecord): Row {
  const { t, word, sentences, unitOf } = holdWords(say, format);
  const time = (at: number): string => format.dateTime(at, record.timeZone, 'document', { seconds: true });
  const degrees = (value: number | null): string =>
    plain(format, value === null ? null : format.shownValue(value, 'Cel'), 1);
  const { min, mean, max } = rangeOf(record.food);
  return {
    appliance: unitOf(record),
    startedAt: time(record.from),
    endedAt: time(record.to),
    timeZone: record.timeZone,
    function: t('record'),
    verdict: word(`verdict.${record.verdict}`),
    lowest: degrees(min),
    mean: degrees(mean),
    highest: degrees(max),
    above: plain(format, record.minutes.above, 2),
    degreeMinutes: plain(format, record.degree_min, 1),
    cause: sentences(record).join(' '),
    known: plain(format, record.coverage, 1),
    id: record.id,
  };
}
