/** Records as a table: a row for each, in the words of its reader. */
import { displayModel } from '@brina/domain/appliance/families/families';
import { csvText } from '@brina/domain/language/csv';
import type { Format } from '@brina/domain/language/reader';
import type { BatchRecord } from '../calls/record/haccp.ts';
import { type RecordSpeech, recordWords } from './record-words.ts';

/**
 * The table as the text of a file that spreadsheets open: the byte order mark says that it is UTF-8, and columns are parted by semicolons
 * where the comma is the decimal sign. Numbers stand without their unit, which the head of their column says.
 */
export function recordTable(say: RecordSpeech, format: Format, records: readonly BatchRecord[]): string {
  const t = say.record;
  const { unit } = format;
  const head = [
    t('company'),
    t('kitchen'),
    t('appliance'),
    t('model'),
    t('serialNumber'),
    t('startedAt'),
    t('endedAt'),
    t('timeZone'),
    t('function'),
    t('recipe'),
    t('product'),
    t('lot'),
    `${t('load')} (${unit('kg')})`,
    t('verdict'),
    `${t('took')} (${unit('min')})`,
    `${t('limitShort')} (${unit('min')})`,
    t('rule'),
    t('cause'),
    `${t('continuity')} (%)`,
    t('revision'),
    'SHA-256',
    t('recordId', { id: '' }).trim(),
  ];
  const number = (value: number | null, decimals: number): string =>
    value === null ? '' : format.number(value, decimals).replaceAll(/[\u00a0\u202f\u2009'’]/g, '');
  const rows = records.map((record) => {
    const words = recordWords(say, format, record);
    const load = record.load_kg === null ? null : format.shownValue(record.load_kg, 'kg');
    return [
      record.company,
      record.laboratory ?? '',
      record.applianceName,
      displayModel(record.model),
      record.serialNumber,
      words.time(record.startedAt),
      record.endedAt === null ? '' : words.time(record.endedAt),
      words.zone,
      words.name(record),
      record.recipe ? words.recipe(record) : '',
      record.product ?? '',
      record.lot ?? '',
      number(load, 1),
      record.verdict === null ? '' : words.word(`verdict.${record.verdict}`),
      number(record.minutes, 2),
      number(record.limit_min, 0),
      words.ruleName(record),
      record.reasons.map(words.reason).join(' '),
      number(record.continuity, 1),
      number(record.revision, 0),
      record.seal?.hash ?? '',
      record.batchId,
    ];
  });
  const separator = format.number(0.5, 1).includes(',') ? ';' : ',';
  return `\uFEFF${csvText([head, ...rows], separator)}`;
}
