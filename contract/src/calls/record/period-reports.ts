import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { calendarDay } from '../../wire/calendar-day.ts';
import { blob, call, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';
import { language } from '../../wire/values.ts';

/** Days of a period report, the first and the last included. */
export const reportDays_max = 400;
/** Records that one is made of at most. */
export const periodRecords_max = 5_000;
/** Records of one that is data: each goes with its curve. */
export const dataRecords_max = 500;
/** How long it is kept. */
export const reportKept_days = 30;

/** How far a report is. `failed`: it could not be made, or who asked for it may not see its records any more. */
const reportStates = ['waiting', 'running', 'done', 'failed'] as const;

/**
 * What its file is: to read and to hand over; or data, `{ v, report, records }`, of which each of `records` proves itself as `record.json`
 * does, and `report` is all else that the paper says: which records it has, and their verdicts, they prove; nothing else. Paper has both attached,
 * the records as `entries.jsonl` (of more than {@link dataRecords_max} without what they say), `report` as `report.json`.
 */
const reportForms = ['pdf', 'json'] as const;

/** Of what it tells: days of the kitchen's calendar, both included; of one kitchen, one appliance, or all that the caller may see. */
const asked = z.strictObject({
  from: calendarDay,
  to: calendarDay,
  labId: z.optional(id('laboratory')),
  serialNumber: z.optional(id('applianceRecord')),
  /** Absent: `pdf`. */
  form: z.optional(z.enum(reportForms)),
  /** Absent: as paper is cut in the country of the company. */
  paper: z.optional(z.enum(['A4', 'LETTER'])),
  /** Absent: the caller's. */
  language: z.optional(language()),
});

const periodReport = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Null: of all kitchens. As they are called now. */
  laboratory: z.nullable(z.string()),
  serialNumber: z.nullable(z.string()),
  form: z.enum(reportForms),
  state: z.enum(reportStates),
  /** Pieces of work; `total` is not known before it is begun. */
  done: z.int(),
  total: z.int(),
  createdAt: z.int(),
  /** Until when its file can be had. */
  keptUntil: z.int(),
  /** Of its file, bytes; null before it is done. */
  size: z.nullable(z.int()),
});
export type PeriodReport = z.output<typeof periodReport>;

const readers = { roles: ['USER'], members: membershipRoles } as const;
const path = '/api/v1/analytics/haccp/reports';
const reportId = '0198c0de-0000-7000-8000-0000000000e5';
const example: PeriodReport = {
  id: reportId,
  from: '2025-11-01',
  to: '2025-11-30',
  laboratory: 'Main kitchen',
  serialNumber: 'MFL45-26-000123',
  form: 'pdf',
  state: 'running',
  done: 120,
  total: 412,
  createdAt: 1_763_680_000_000,
  keptUntil: 1_766_272_000_000,
  size: null,
};

export const makePeriodReport = call({
  id: 'reports.period',
  spec: 'B2.9 S9.2',
  summary:
    'Has a report of a period made: what was recorded, done, checked and signed, as a PDF/A file to keep, or as data; of a company one at a time',
  method: 'POST',
  path: `${path}/period`,
  ...readers,
  body: asked,
  reply: json(periodReport),
  errors: ['company_missing', 'range_reversed', 'period_too_long', 'report_running', 'too_many_requests'],
  example: {
    body: {
      from: '2025-11-01',
      to: '2025-11-30',
      labId: '0198c0de-0000-7000-8000-00000000000a',
      serialNumber: 'MFL45-26-000123',
    },
    reply: { ...example, state: 'waiting', done: 0, total: 0 },
  },
});

export const listPeriodReports = call({
  id: 'reports.periods',
  spec: 'B2.9 S9.2',
  summary:
    'Reports of periods that are kept or being made, latest first: all of the company, for who is invited the own ones',
  method: 'GET',
  path: `${path}/period`,
  ...readers,
  reply: json(z.array(periodReport)),
  errors: [],
  example: { reply: [example] },
});

export const getPeriodReport = call({
  id: 'reports.progress',
  spec: 'B2.9 S9.2',
  summary: 'How far a report of a period is',
  method: 'GET',
  path: `${path}/period/{reportId}`,
  ...readers,
  params: z.object({ reportId: id('haccpReport') }),
  reply: json(periodReport),
  errors: [],
  example: { params: { reportId }, reply: example },
});

export const getPeriodReportFile = call({
  id: 'reports.file',
  spec: 'B2.9 S9.2',
  summary:
    'The file of a report of a period, once it is done: a PDF/A file with the entries of the book and their proofs in it, or JSON with the records and theirs',
  method: 'GET',
  path: `${path}/period/{reportId}/file`,
  ...readers,
  params: z.object({ reportId: id('haccpReport') }),
  reply: blob('application/pdf', 'application/json'),
  errors: ['report_not_ready'],
  example: { params: { reportId } },
});

export const periodReportCalls = [makePeriodReport, listPeriodReports, getPeriodReport, getPeriodReportFile] as const;
