import {
  dataRecords_max,
  getPeriodReport,
  getPeriodReportFile,
  listPeriodReports,
  makePeriodReport,
  type PeriodReport,
  periodRecords_max,
  reportDays_max,
  reportKept_days,
} from '@brina/contract/calls/record/period-reports';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { isCalendarDay } from '@brina/domain/language/local-day';
import { fromWireLocale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { asksFor } from '#core/access/scopes.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { idsOfRecords } from '#features/record/book/book.queries.ts';
import { admitIssue } from '#features/record/ledger/issues.ts';
import { readerOf } from './reader.queries.ts';

/** So many are listed. */
const listed_max = 50;

const make = handle(makePeriodReport, async ({ db, caller, body, clock, audit }) => {
  const company = caller.companyId ?? refuse('company_missing', 404);
  requireDays(body);
  const laboratory = body.labId ?? null;
  const appliance = body.serialNumber === undefined ? null : await numberOf(db, body.serialNumber);
  const scope = { from: body.from, to: body.to, laboratory, appliance };
  const { form = 'pdf' } = body;
  const records_max = form === 'json' ? dataRecords_max : periodRecords_max;
  const records = await idsOfRecords(db, caller, scope, records_max + 1);
  if (records.length > records_max) refuse('period_too_long', 422, { days: reportDays_max, records: records_max });
  const now = clock.now();
  const id = newId(now);
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('haccp_report')
    .values({
      id,
      company_id: company,
      user_id: caller.userId,
      membership_id: caller.member?.id ?? null,
      laboratory_id: laboratory,
      appliance,
      from_day: body.from,
      to_day: body.to,
      paper: body.paper ?? (await readerOf(db, caller)).paper,
      locale: body.language === undefined ? caller.locale : fromWireLocale(body.language),
      form,
      state: 'waiting',
      created_at: timestamp(now),
      due_at: timestamp(now),
    })
    // Of two who ask at once the second one finds the first one's.
    .onConflict((on) => on.column('company_id').where('state', 'in', ['waiting', 'running']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) refuse('report_running', 409);
  const wait_ms = await admitIssue(db, `person ${caller.userId}`, now);
  if (wait_ms > 0) refuse('too_many_requests', 429, { minutes: Math.ceil(wait_ms / minute_ms) });
  await audit('record.report', company, { count: records.length });
  return (await reportsOf(db, caller, id))[0] ?? refuse('not_found', 404);
});

/** @throws Refusal `range_reversed`, `period_too_long`, `bad_request`: no day of any calendar */
function requireDays({ from, to }: { from: string; to: string }): void {
  for (const [path, day] of [
    ['body.from', from],
    ['body.to', to],
  ] as const)
    if (!isCalendarDay(day)) throw new Refusal('bad_request', 400, { fields: [{ path, code: 'invalid' }] });
  if (from > to) throw new Refusal('range_reversed', 400, { fields: [{ path: 'body.from', code: 'invalid' }] });
  const days = (Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / day_ms + 1;
  if (days > reportDays_max) refuse('period_too_long', 422, { days: reportDays_max, records: periodRecords_max });
}

async function numberOf(db: Db, serial: string): Promise<number> {
  const unit = await db.selectFrom('appliance').select('id').where('serial', '=', serial).executeTakeFirst();
  return unit?.id ?? refuse('not_found', 404);
}

const list = handle(listPeriodReports, ({ db, caller }) => reportsOf(db, caller));

const progress = handle(
  getPeriodReport,
  async ({ db, caller, params }) => (await reportsOf(db, caller, params.reportId))[0] ?? refuse('not_found', 404),
);

const file = handle(getPeriodReportFile, async ({ db, params }) => {
  const row = await db
    .selectFrom('haccp_report')
    .select(['file', 'from_day', 'to_day', 'form'])
    .where('id', '=', params.reportId)
    .executeTakeFirst();
  const { file: data, from_day, to_day, form } = row ?? refuse('not_found', 404);
  if (!data) refuse('report_not_ready', 409);
  const name = `brina-haccp-${[...new Set([from_day, to_day])].join('-')}.${form}`;
  return { type: `application/${form}`, name, data };
});

/** Reports that a caller may see, latest first, or one of them. */
async function reportsOf(db: Db, caller: Caller, id?: string): Promise<PeriodReport[]> {
  const rows = await db
    .selectFrom('haccp_report')
    .leftJoin('laboratory as l', 'l.id', 'haccp_report.laboratory_id')
    .leftJoin('appliance as a', 'a.id', 'haccp_report.appliance')
    .select(['haccp_report.id', 'from_day', 'to_day', 'l.name as laboratory', 'a.serial as serialNumber'])
    .select(['haccp_report.form', 'haccp_report.state', 'done', 'total', 'haccp_report.created_at'])
    .select(sql<number | null>`octet_length(file)`.as('size'))
    .where(asksFor(caller))
    .where(({ eb, lit }) => (id === undefined ? lit(true) : eb('haccp_report.id', '=', id)))
    .orderBy('haccp_report.created_at', 'desc')
    .orderBy('haccp_report.id', 'desc')
    .limit(listed_max)
    .execute();
  return rows.map(({ from_day, to_day, created_at, ...row }) => ({
    ...row,
    from: from_day,
    to: to_day,
    createdAt: created_at,
    keptUntil: created_at + reportKept_days * day_ms,
  }));
}

export const periodReportHandlers = [make, list, progress, file];
