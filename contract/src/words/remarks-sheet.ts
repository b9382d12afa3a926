/** What people added to a record by hand: the same tables on a screen, on paper and for who inspects it. */
import type { Format } from '@brina/domain/language/reader';
import type { SheetPart } from '@brina/domain/paper/sheet';
import type { AmendmentOfRecord, NoteOfRecord, ReadingOfRecord } from '../calls/record/remarks.ts';
import type { RecordSpeech } from './record-words.ts';

/** How a record is said: its texts, and its moments in the kitchen's time. */
export type RemarkWords = { t: RecordSpeech['record']; format: Format; time: (at: number) => string };

/** Temperatures measured by hand (B2.7): when they were measured, and by whom and when they were entered. */
export function readingsPart({ t, format, time }: RemarkWords, readings: readonly ReadingOfRecord[]): SheetPart {
  return {
    title: t('readings'),
    table: {
      columns: [
        { title: t('temperature'), align: 'end' },
        { title: t('time') },
        { title: t('where') },
        { title: t('instrument') },
        { title: t('enteredBy') },
      ],
      rows: readings.map(({ id, value_C, at, where, instrument, by, enteredAt, note }) => ({
        key: id,
        cells: [
          format.temperature(value_C),
          time(at),
          [where, note].filter(Boolean).join('; ') || '–',
          instrument,
          t('byAt', { name: by, time: time(enteredAt) }),
        ],
      })),
    },
  };
}

export function notesPart({ t, time }: RemarkWords, notes: readonly NoteOfRecord[]): SheetPart {
  return {
    title: t('notes'),
    table: {
      columns: [{ title: t('note') }, { title: t('by') }, { title: t('time') }],
      rows: notes.map(({ id, text, by, enteredAt }) => ({ key: id, cells: [text, by, time(enteredAt)] })),
    },
  };
}

/** What was typed wrong stays readable beside what it is (B2.6). */
export function amendmentsPart({ t, format, time }: RemarkWords, amendments: readonly AmendmentOfRecord[]): SheetPart {
  const shown = (field: AmendmentOfRecord['field'], value: string | number | null): string => {
    if (typeof value !== 'number') return value ?? '–';
    return field === 'load_kg' ? format.quantity(value, 'kg') : time(value);
  };
  const fields = {
    product: t('product'),
    lot: t('lot'),
    load_kg: t('load'),
    cookedAt: t('cookedAt'),
    continues: t('goesOnWith'),
  };
  return {
    title: t('amendments'),
    table: {
      columns: [
        { title: t('field') },
        { title: t('was') },
        { title: t('now') },
        { title: t('why') },
        { title: t('by') },
        { title: t('time') },
      ],
      rows: amendments.map(({ id, field, was, now, reason, by, enteredAt }) => ({
        key: id,
        cells: [fields[field], shown(field, was), shown(field, now), reason, by, time(enteredAt)],
      })),
    },
  };
}
