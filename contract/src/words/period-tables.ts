/** The records of a period as tables: a calendar of each month, the cycles, and the days of holding. */

import { minute_ms } from '@brina/domain/language/durations';
import { compareNames } from '@brina/domain/language/name-order';
import { formatMonth } from '@brina/domain/language/time';
import type { SheetPart, SheetTable } from '@brina/domain/paper/sheet';
import { lengthWords } from './lengths.ts';
import type { PeriodBatch, PeriodDay } from './period-content.ts';
import type { PeriodGiven } from './period-words.ts';

/** More lines than that nobody reads in a calendar. */
const calendarLines_max = 200;

/** A table of units and days for each month that has any record. */
export function calendarParts({ t, format, content: { batches, days } }: PeriodGiven): SheetPart[] {
  const all: readonly (PeriodBatch | PeriodDay)[] = [...batches, ...days];
  const months = [...Map.groupBy(all, ({ day }) => day.slice(0, 7))].sort(([one], [other]) => (one < other ? -1 : 1));
  const tables = months.map(([month, records]) => ({
    month,
    table: monthTable(t('appliance'), month, records, format.number),
  }));
  if (tables.reduce((sum, { table }) => sum + table.rows.length, 0) > calendarLines_max)
    return [{ title: t('counts'), texts: [t('calendarTooLong')] }];
  return tables.map(({ month, table }, place) => ({
    title: t('calendar', { month: formatMonth(Date.parse(`${month}-15T00:00Z`), format.reader.locale) }),
    table,
    texts: place === tables.length - 1 ? [t('calendarKey')] : [],
  }));
}

function monthTable(
  head: string,
  month: string,
  records: readonly (PeriodBatch | PeriodDay)[],
  number: (value: number) => string,
): SheetTable {
  const [year = 0, of = 0] = month.split('-').map(Number);
  const count = new Date(Date.UTC(year, of, 0)).getUTCDate();
  const dates = Array.from({ length: count }, (_, i) => `${month}-${`${i + 1}`.padStart(2, '0')}`);
  const units = [...Map.groupBy(records, ({ serialNumber }) => serialNumber).values()].sort(([one], [other]) =>
    compareNames(one?.name ?? '', other?.name ?? ''),
  );
  return {
    dense: true,
    columns: [{ title: head }, ...dates.map((day) => ({ title: `${Number(day.slice(8))}` }))],
    rows: units.map((some) => {
      const ofDay = Map.groupBy(some, ({ day }) => day);
      return {
        key: some[0]?.serialNumber ?? '',
        cells: [some[0]?.name ?? '', ...dates.map((day) => cellOf(ofDay.get(day) ?? [], number))],
      };
    }),
  };
}

/** Signs that stay apart on any printer, and need no colour. */
function cellOf(records: readonly (PeriodBatch | PeriodDay)[], number: (value: number) => string): string {
  if (records.length === 0) return '';
  const has = (...some: readonly string[]): boolean => records.some(({ verdict }) => some.includes(verdict ?? ''));
  const sign = has('FAIL', 'EXCEEDED') ? '!' : has('NOT_PROVEN', 'ABORTED') ? '?' : '';
  return `${number(records.length)}${sign}`;
}

export function batchesPart({ say, t, format, words, content: { batches, unit } }: PeriodGiven): SheetPart {
  const { minutes } = lengthWords(say, format);
  return {
    title: t('batches'),
    table: {
      columns: [
        { title: t('startedAt') },
        ...(unit ? [] : [{ title: t('appliance') }]),
        { title: t('content') },
        { title: t('productLot') },
        { title: t('took'), align: 'end' },
        { title: t('limit'), align: 'end' },
        { title: t('verdict') },
        { title: t('signedBy') },
        { title: t('entry'), align: 'end' },
      ],
      rows: batches.map((one) => ({
        key: one.id,
        cells: [
          words.time(one.startedAt, one.timeZone),
          ...(unit ? [] : [one.name]),
          words.batch(one),
          [one.product, one.lot].filter(Boolean).join(', ') || '–',
          one.minutes === null ? '–' : minutes(one.minutes, one.limit_min ?? 0),
          format.quantity(one.limit_min, 'min'),
          words.verdict(one.verdict),
          one.signedBy.join(', ') || '–',
          one.ix === null ? '–' : format.number(one.ix),
        ],
      })),
    },
  };
}

export function daysPart({ t, format, words, content: { days, unit } }: PeriodGiven): SheetPart {
  const zones = new Set(days.filter(({ zone }) => zone > 1).map(({ serialNumber }) => serialNumber));
  const unitOf = (one: PeriodDay): string =>
    zones.has(one.serialNumber) ? t('zone', { unit: one.name, n: format.number(one.zone) }) : one.name;
  const lookOf = ({ look }: PeriodDay): string => {
    if (!look) return '–';
    const name = look.by ?? words.time(look.at);
    return look.isLate ? t('late', { name }) : name;
  };
  return {
    title: t('days'),
    table: {
      columns: [
        { title: t('day') },
        ...(unit && zones.size === 0 ? [] : [{ title: t('appliance') }]),
        { title: t('verdict') },
        { title: t('lowest'), align: 'end' },
        { title: t('mean'), align: 'end' },
        { title: t('highest'), align: 'end' },
        { title: t('above'), align: 'end' },
        { title: t('degreeMinutes'), align: 'end' },
        { title: t('coverage'), align: 'end' },
        { title: t('look') },
        { title: t('entry'), align: 'end' },
      ],
      rows: days.map((one) => ({
        key: one.id,
        cells: [
          words.day(one.day),
          ...(unit && zones.size === 0 ? [] : [unitOf(one)]),
          words.verdict(one.verdict),
          format.temperature(one.min),
          format.temperature(one.mean),
          format.temperature(one.max),
          format.duration(one.minutes.above * minute_ms),
          format.number(one.degree_min, 1),
          format.percent(one.coverage, 1),
          lookOf(one),
          one.ix === null ? '–' : format.number(one.ix),
        ],
      })),
    },
  };
}
