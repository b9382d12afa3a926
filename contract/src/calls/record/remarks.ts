import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { instant } from '../../wire/instants.ts';
import { line } from '../../wire/values.ts';

/** Who says something, by name, or by initials once the account was deleted, and when it was entered. */
const said = { id: z.string(), by: z.string(), role: z.string(), enteredAt: z.int() } as const;

/** What somebody measured by hand. It stands beside the verdict, and never changes it. */
export const readingOfRecord = z.object({
  ...said,
  value_C: z.number(),
  /** When it was measured; it may be entered later. */
  at: z.int(),
  where: z.string(),
  instrument: z.string(),
  note: z.string(),
});
export type ReadingOfRecord = z.output<typeof readingOfRecord>;

export const noteOfRecord = z.object({ ...said, text: z.string() });
export type NoteOfRecord = z.output<typeof noteOfRecord>;

/** What was typed wrong at the start, or said only afterwards, and what it is: the record shows the latter, and this says what it was. */
export const amendmentOfRecord = z.object({
  ...said,
  /**
   * `cookedAt`: when the food was cooked, `continues`: when the run began that it goes on with, both epoch ms: by them the record is judged
   * anew.
   */
  field: z.enum(['product', 'lot', 'load_kg', 'cookedAt', 'continues']),
  was: z.nullable(z.union([z.string(), z.number()])),
  now: z.nullable(z.union([z.string(), z.number()])),
  reason: z.string(),
});
export type AmendmentOfRecord = z.output<typeof amendmentOfRecord>;

const subject = z.strictObject({ kind: z.enum(['batch', 'day']), id: id('record') });
const writers = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp';
const batchId = '0198c0de-0000-8000-8000-0000000000b1';
const serial = 'MFL45-26-000123';
const by = { by: 'Anna Neri', role: 'USER', enteredAt: 1_763_675_400_000 } as const;

export const recordReading = call({
  id: 'remarks.reading',
  spec: 'B2.7',
  summary: 'Adds a temperature measured by hand to a batch, or to a day of what was held; its verdict stays as it is',
  method: 'POST',
  path: `${path}/readings`,
  ...writers,
  body: z.strictObject({
    subject,
    value_C: z.number().check(z.gte(-60), z.lte(150)),
    /** From an hour before the record began to 72 hours after its end, and not ahead of now. */
    at: instant,
    where: line(200),
    instrument: line(100, 1),
    note: line(500),
  }),
  reply: json(readingOfRecord),
  errors: ['company_missing', 'record_removed', 'reading_in_future', 'time_not_of_record'],
  example: {
    body: {
      subject: { kind: 'batch', id: batchId },
      value_C: 2.6,
      at: 1_763_675_280_000,
      where: 'Middle tray',
      instrument: 'Thermometer 7',
      note: '',
    },
    reply: {
      id: '0198c0de-0000-7000-8000-0000000000e1',
      ...by,
      value_C: 2.6,
      at: 1_763_675_280_000,
      where: 'Middle tray',
      instrument: 'Thermometer 7',
      note: '',
    },
  },
});

export const addNote = call({
  id: 'remarks.note',
  spec: 'B2.7',
  summary: 'Adds a note to a batch, or to a day of what was held',
  method: 'POST',
  path: `${path}/notes`,
  ...writers,
  body: z.strictObject({ subject, text: line(1000, 1) }),
  reply: json(noteOfRecord),
  errors: ['company_missing', 'record_removed'],
  example: {
    body: { subject: { kind: 'batch', id: batchId }, text: 'Two trays were moved to the cold room at once.' },
    reply: {
      id: '0198c0de-0000-7000-8000-0000000000e2',
      ...by,
      text: 'Two trays were moved to the cold room at once.',
    },
  },
});

export const amendBatch = call({
  id: 'remarks.amend',
  spec: 'B2.5 B2.6',
  summary:
    'Corrects product, lot or load of a batch that were typed wrong, or says when it was cooked; what they were stays readable',
  method: 'POST',
  path: `${path}/{serial}/{batchId}/amendments`,
  ...writers,
  params: z.object({ serial: id('applianceRecord'), batchId: id('batch') }),
  body: z.strictObject({
    /** Null: it is not known, and what was typed was wrong. Absent: it is right. */
    product: z.optional(z.nullable(line(60, 1))),
    lot: z.optional(z.nullable(line(40, 1))),
    load_kg: z.optional(z.nullable(z.number().check(z.gte(0.1), z.lte(10_000)))),
    /** At most 12 h before the cycle began. */
    cookedAt: z.optional(z.nullable(instant)),
    /** At least 5 characters where something was said before; what was not known needs none. */
    reason: z.optional(line(500)),
  }),
  reply: json(z.array(amendmentOfRecord)),
  errors: ['company_missing', 'record_removed', 'nothing_to_amend', 'cooked_at_range', 'amendment_reason'],
  example: {
    params: { serial, batchId },
    body: { lot: 'L-0412', reason: 'Read from the label again.' },
    reply: [
      {
        id: '0198c0de-0000-7000-8000-0000000000e3',
        ...by,
        field: 'lot',
        was: 'L-0421',
        now: 'L-0412',
        reason: 'Read from the label again.',
      },
    ],
  },
});

export const remarkCalls = [recordReading, addNote, amendBatch] as const;
