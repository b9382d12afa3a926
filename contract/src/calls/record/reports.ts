import { membershipRoles } from '@brina/domain/people/roles';
import * as z from 'zod/mini';
import { blob, call } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** Records of one file: more are a period's. */
export const reportRecords_max = 200;

const batchId = '0198c0de-0000-8000-8000-0000000000b1';

const body = z.strictObject({ batches: z.array(id('batch')).check(z.minLength(1), z.maxLength(reportRecords_max)) });
const readers = { roles: ['USER'], members: membershipRoles, asks: true, body, errors: ['record_removed'] } as const;
const path = '/api/v1/analytics/haccp/reports';
const example = { body: { batches: [batchId] } };

export const makeReport = call({
  id: 'reports.make',
  spec: 'B2.9',
  summary:
    'HACCP batches as a PDF/A file to keep, with the data of each and their proof in it. It is the same to the byte whenever it is made, until a record has a new revision, or somebody says something of it',
  method: 'POST',
  path,
  ...readers,
  reply: blob('application/pdf'),
  example,
});

export const makeReportTable = call({
  id: 'reports.table',
  spec: 'B2.9',
  summary: 'HACCP batches as a table, a row for each',
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
    'HACCP batches as data, a line of JSON for each: its entry in the book with its content, the hashes from it to a signed checkpoint, and the checkpoint',
  method: 'POST',
  path: `${path}/data`,
  ...readers,
  reply: blob('application/jsonl'),
  example,
});

export const reportCalls = [makeReport, makeReportTable, makeReportData] as const;
