import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { listCall } from '../../wire/lists.ts';
import { batchSummary } from './haccp.ts';
import { holdSummary } from './holding.ts';

/** What a record of the book is of: food that was cooled, or a day in which food was held. */
const bookKinds = ['batch', 'day'] as const;

/** Why a record waits for a person: nobody has said what became of the food, or looked at a verdict that a later judge changed. */
const bookNeeds = ['action', 'review'] as const;

const anyVerdict = z.enum([...verdicts, ...holdVerdicts.filter((one) => one !== 'NOT_PROVEN')]);

const unitOfBook = z.object({
  serialNumber: z.string(),
  name: z.string(),
  model: z.string(),
  /** Where it stood as the record began; null: in no kitchen, or in one that is no more. */
  labId: z.nullable(z.string()),
  laboratory: z.nullable(z.string()),
});
export type UnitOfBook = z.output<typeof unitOfBook>;

/** A record of the book: by its last revision, a batch or a day of holding. */
export const bookRecord = z.object({
  id: z.string(),
  ...unitOfBook.shape,
  kind: z.enum(bookKinds),
  startedAt: z.int(),
  endedAt: z.nullable(z.int()),
  /** Of the kitchen, or of the company for a unit in none: days and times of the record are its. */
  timeZone: z.string(),
  /** When what it said was removed, for it was older than records are kept; absent: it is kept. */
  removedAt: z.optional(z.int()),
  /** Null: it runs, or waits for its data, or is removed. */
  verdict: z.nullable(anyVerdict),
  needs: z.array(z.enum(bookNeeds)),
  /** The revision that is listed as the book of the company has it, by which it is signed; null: it stands in none. */
  seal: z.nullable(z.object({ revision: z.int(), hash: z.string() })),
  batch: z.nullable(
    z.object({
      function: batchSummary.shape.function,
      tray: batchSummary.shape.tray,
      product: batchSummary.shape.product,
      lot: batchSummary.shape.lot,
      minutes: batchSummary.shape.minutes,
      limit_min: batchSummary.shape.limit_min,
    }),
  ),
  day: z.nullable(
    z.object({
      /** Of the kitchen's calendar: `2026-03-29`. */
      day: z.string(),
      zone: z.int(),
      max: holdSummary.shape.max,
      degree_min: holdSummary.shape.degree_min,
      excursions: holdSummary.shape.excursions,
    }),
  ),
});
export type BookRecord = z.output<typeof bookRecord>;

/** A book of more units than this is told by its kitchens: that many rows are nothing to look at. */
export const calendarUnits_max = 40;

/**
 * Days and verdicts of a month: for each row and day that has any records, how many of each verdict. A row is a unit in a kitchen, or all of
 * a kitchen where the book has more units than {@link calendarUnits_max}.
 */
const bookMonth = z.object({
  /** The month that is told, `2026-03`, and today by the calendar of the kitchen, or of the company. */
  month: z.string(),
  today: z.string(),
  /** Of what a row is. */
  by: z.enum(['unit', 'kitchen']),
  rows: z.array(
    z.object({
      labId: unitOfBook.shape.labId,
      laboratory: unitOfBook.shape.laboratory,
      /** Null: all of the kitchen. */
      unit: z.nullable(z.pick(unitOfBook, { serialNumber: true, name: true, model: true })),
    }),
  ),
  cells: z.array(
    z.object({
      /** Place in `rows`. */
      row: z.int(),
      day: z.string(),
      /** Null: those that run, or wait for their data. */
      counts: z.array(z.object({ verdict: z.nullable(anyVerdict), records: z.int() })),
      /** How many of them wait for a person. */
      needs: z.int(),
      /** How many were removed after the time for which records are kept; they are in no count. Absent: none. */
      removed: z.optional(z.int()),
    }),
  ),
});
export type BookMonth = z.output<typeof bookMonth>;
export type CalendarRow = BookMonth['rows'][number];

const chiller = { serialNumber: 'MFL45-26-000123', name: 'Blast chiller 1', model: 'MF Next L 45' };
const kitchen = { labId: '0198c0de-0000-7000-8000-0000000000a1', laboratory: 'Main kitchen' };
/** Food records are the company's own: service partners see appliances and notices only (S6.4). */
const readers = ['USER'] as const;

export const filterRecords = listCall({
  id: 'book.filter',
  spec: 'S7.35 S2.14 B2.11 S3.20',
  summary: 'Food records of a company: batches and days of holding, latest first by default',
  path: '/api/v1/analytics/filter/haccp',
  roles: readers,
  members: membershipRoles,
  list: {
    attributes: ['labId', 'serialNumber', 'kind', 'verdict', 'needs', 'product', 'lot', 'day', 'month', 'from', 'to'],
    several: ['verdict'],
    orders: ['startedAt'],
    first: { key: 'startedAt', direction: 'desc' },
    nRows: 50,
  },
  item: bookRecord,
  errors: [],
  example: {
    body: { page: 0, nRows: 50, filterAttributes: [{ attribute: 'verdict', value: 'FAIL' }] },
    reply: {
      items: [
        {
          id: '0198c0de-0000-8000-8000-0000000000b1',
          ...chiller,
          ...kitchen,
          kind: 'batch',
          startedAt: 1_763_670_000_000,
          endedAt: 1_763_676_220_000,
          timeZone: 'Europe/Rome',
          verdict: 'FAIL',
          needs: ['action'],
          seal: { revision: 1, hash: '134f2efdcb51a290fceb7b7f4fe23fbd056bc4cf94483ae0f68a4674ff573a7a' },
          batch: {
            function: 0,
            tray: null,
            product: 'Lasagne',
            lot: 'L-0324',
            minutes: 103.7,
            limit_min: 90,
          },
          day: null,
        },
      ],
      total: 1,
    },
  },
});

export const getBookMonth = call({
  id: 'book.month',
  spec: 'S2.14 B2.11',
  summary:
    'Calendar of a month: which unit, or of many units which kitchen, has records of which day, and what they say',
  method: 'GET',
  path: '/api/v1/analytics/haccp/calendar',
  roles: readers,
  members: membershipRoles,
  query: z.object({
    /** All units of this kitchen, however many; absent: of all kitchens. */
    labId: z.optional(id('laboratory')),
    /** `2026-03`; absent: the present one. */
    month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
  }),
  reply: json(bookMonth),
  errors: [],
  example: {
    query: { labId: kitchen.labId },
    reply: {
      month: '2025-11',
      today: '2025-11-20',
      by: 'unit',
      rows: [{ ...kitchen, unit: chiller }],
      cells: [{ row: 0, day: '2025-11-20', counts: [{ verdict: 'PASS', records: 3 }], needs: 0 }],
    },
  },
});

export const bookCalls = [filterRecords, getBookMonth] as const;
