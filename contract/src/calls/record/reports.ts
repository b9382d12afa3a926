import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { blob, call } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Records of one file: more are a period's. */
export const reportRecords_max = 200;

const some = (kind: 'batch' | 'holdDay') => z.optional(z.array(id(kind)).check(z.maxLength(reportRecords_max)));
/** Of both together one at least, and {@link reportRecords_max} at most. */
const body = z
  .strictObject({ batches: some('batch'), days: some('holdDay') })
  .check(z.refine(({ batches = [], days = [] }) => isOneFile(batches.length + days.length)));
const isOneFile = (records: number): boolean => records > 0 && records <= reportRecords_max;

/** Of different files one person may take 200 within a day (`too_many_requests`), as each is entered in the book; the same ones again at any time. */
const readers = {
  roles: ['USER'],
  members: membershipRoles,
  asks: true,
  body,
  errors: ['record_removed', 'too_many_requests'],
} as const;
const path = '/api/v1/analytics/haccp/reports';
const example = {
  body: { batches: ['0198c0de-0000-8000-8000-0000000000b1'], days: ['0198c0de-0000-8000-8000-0000000000d1'] },
};

export const makeReport = call({
  id: 'reports.make',
  spec: 'B2.9',
  summary:
    'Records, batches and days of holding, as a PDF/A file to keep, with the data of each and their proof in it. It is the same to the byte whenever it is made, until a record has a new revision, or somebody says something of it',
  method: 'POST',
  path,
  ...readers,
  reply: blob('application/pdf'),
  example,
});

export const makeReportTable = call({
  id: 'reports.table',
  spec: 'B2.9',
  summary: 'Records, batches and days of holding, as a table, a row for each',
  method: 'POST',
  path: `${path}/table`,
  ...readers,
  reply: blob('text/csv'),
  example,
});

export const makeReportData = call({
  id: 'reports.data',
  spec: 'B2.9',
  summary:
    'Records, batches and days of holding, as data, a line of JSON for each: its entry in the book with its content, the hashes from it to a signed checkpoint, and the checkpoint',
  method: 'POST',
  path: `${path}/data`,
  ...readers,
  reply: blob('application/jsonl'),
  example,
});

export const reportCalls = [makeReport, makeReportTable, makeReportData] as const;
