import { type AuditEntry, filterAudit } from '@brina/contract/calls/maker/factory-users';
import type { Input, Reply } from '@brina/contract/wire/call';
import { isAuditAction } from '@brina/domain/people/audit';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { pagedList } from '#core/db/paged-list.ts';
import { beginningWith, containing } from '#core/db/pattern.ts';
import { Refusal } from '#core/http/refusal.ts';

/** The entries, of whom `x` is one, `u` its doer, and `c` the doer's company then. A thing is named by its kind or its id. */
const pageOfAudit = pagedList(filterAudit, {
  filters: {
    user: (text) => sql`u.email ilike ${containing(text)}`,
    company: (text) => sql`c.name ilike ${containing(text)}`,
    // A whole action is only itself: `session.end` is not also `session.endOthers`.
    action: (text) => (isAuditAction(text) ? sql`x.action = ${text}` : sql`x.action like ${beginningWith(text)}`),
    on: (text) => sql`(x.on_kind = ${text} or x.on_id = ${text})`,
    from: (day, path) => sql`x.at >= ${timestamp(beginOf(day, path))}`,
    to: (day, path) => sql`x.at < ${timestamp(beginOf(day, path))} + interval '24 hours'`,
  },
  // Ids rise with time: of one moment, too, the latest is the first or the last.
  orders: { at: (direction) => sql`x.at ${direction}, x.id ${direction}` },
  ties: sql`x.id`,
});

/** First moment of a day of the calendar in UTC; refuses (400) what is none: before the year 1 there was no year 0. */
function beginOf(day: string, path: string): number {
  const begin = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some calendars know a 31st of February: reading it gives a day of March.
  if (Number.isNaN(begin) || new Date(begin).toISOString().slice(0, 10) !== day)
    throw new Refusal('bad_request', 400, { fields: [{ path, code: 'invalid' }] });
  return begin;
}

type Row = {
  id: string;
  at: number;
  doer: string | null;
  company: string | null;
  action: string;
  on_kind: string;
  on_id: string;
  address: string | null;
  detail: AuditEntry['detail'] | null;
};

/** A page of the audit log (S6.3). What an erased person did has its pseudonym. */
export const filteredAudit = (db: Db, request: Input<typeof filterAudit>['body']): Promise<Reply<typeof filterAudit>> =>
  pageOfAudit(db, request, {
    columns: sql`x.id, x.at, u.email as doer, c.name as company, x.action, x.on_kind, x.on_id, x.address, x.detail`,
    from: sql`audit x left join app_user u on u.id = x.user_id left join company c on c.id = x.company_id`,
    present,
  });

const present = (row: Row): AuditEntry => ({
  id: row.id,
  at: row.at,
  user: row.doer ?? '',
  company: row.company ?? '',
  action: row.action,
  on: { kind: row.on_kind, id: row.on_id },
  address: row.address ?? '',
  detail: row.detail ?? {},
});
