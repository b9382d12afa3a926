import type { filterRecords } from '@brina/contract/calls/record/book';
import type { HoldRecord } from '@brina/contract/calls/record/holding';
import type { Reply } from '@brina/contract/wire/call';
import type { CheckMethod } from '@brina/domain/haccp/checks/probe-check';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { countsWithin, filteredRecords, recordWithin } from '#features/record/book/book.queries.ts';
import { recordsOf } from '#features/record/holding/holding.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { latestCheckpoint } from '#features/record/ledger/proof.ts';
import { heldWithin } from '#features/record/telemetry/evidence.queries.ts';
import type { Opened } from './opened.queries.ts';
import { rows_max, type Selection } from './overview-page.ts';

/** A check of a probe, as an inspector reads it. */
export type CheckRow = {
  id: string;
  at: number;
  name: string;
  needle: number;
  method: CheckMethod;
  error_K: number;
  foundGood: boolean;
  leftGood: boolean;
  initials: string;
};

export type Overview = {
  counts: Awaited<ReturnType<typeof countsWithin>>;
  list: Reply<typeof filterRecords>;
  checks: readonly CheckRow[];
  /** Null: no checkpoint yet. */
  book: { size: number; since: number; sealedAt: number } | null;
};

/** Everything the first page of a link shows. */
export async function overviewOf(db: Db, { caller, window }: Opened, selection: Selection): Promise<Overview> {
  const filters = [
    ...(selection.verdict === null ? [] : [{ attribute: 'verdict' as const, value: selection.verdict }]),
    ...(selection.open ? [{ attribute: 'needs' as const, value: 'true' }] : []),
  ];
  const request = { page: selection.page, nRows: rows_max, filterAttributes: filters };
  return {
    counts: await countsWithin(db, caller, window),
    list: await filteredRecords(db, caller, request, window),
    checks: await checksOf(db, { caller, window }),
    book: await bookFacts(db, caller.companyId),
  };
}

async function bookFacts(db: Db, company: string | null): Promise<Overview['book']> {
  const book = await bookOfCompany(db, company);
  const checkpoint = book && (await latestCheckpoint(db, book.id));
  if (!book || !checkpoint) return null;
  const first = await db
    .selectFrom('ledger_entry')
    .select('at')
    .where('book', '=', book.id)
    .where('ix', '=', 0)
    .executeTakeFirst();
  return { size: checkpoint.size, since: first?.at ?? checkpoint.at, sealedAt: checkpoint.at };
}

const checks_max = 200;

/** Checks in the kitchens, and of the units, of a window, latest first. */
async function checksOf(db: Db, { caller, window }: Pick<Opened, 'caller' | 'window'>): Promise<CheckRow[]> {
  const { laboratories, appliances, from, to } = window;
  const { rows } = await sql<CheckRow>`
    select k.id, k.at, a.name, k.needle, k.content->'setting'->>'method' as method,
      (k.content->>'error_K')::float8 as "error_K", k.found_good as "foundGood", k.left_good as "leftGood", p.initials
    from probe_check k
    join appliance a on a.id = k.appliance
    join signer p on p.id = k.signer
    join company c on c.id = k.company_id
    left join laboratory l on l.id = k.laboratory_id and l.company_id = c.id
    where k.company_id = ${caller.companyId}
      and (k.laboratory_id = any(${laboratories}::uuid[]) or k.appliance = any(${appliances}::int[]))
      and to_char(k.at at time zone coalesce(l.time_zone, c.time_zone), 'YYYY-MM-DD') between ${from} and ${to}
      and (${caller.member === null} or exists (
        select from share where share.membership_id = ${caller.member?.id ?? null}::uuid and share.appliance = k.appliance))
    order by k.at desc, k.id desc limit ${checks_max}`.execute(db);
  return rows;
}

/** What a link opens by the id of a record: a batch, or the days of its zone; undefined where it opens none. */
export async function openedRecord(
  db: Db,
  { caller, window }: Opened,
  id: string,
): Promise<{ batch: string } | { day: HoldRecord } | undefined> {
  const found = await recordWithin(db, caller, window, id);
  if (!found) return undefined;
  if (found.kind === 'batch') return { batch: id };
  const { appliance, held } = await heldWithin(db, caller, found.serial, { from: 0, to: Infinity });
  const days = await recordsOf(db, { appliance, held, day: found.day, zone: found.zone ?? undefined }, caller);
  const day = days.find((one) => one.id === id);
  return day && { day };
}
