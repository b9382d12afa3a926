import type { filterRecords } from '@brina/contract/calls/record/book';
import type { Reply } from '@brina/contract/wire/call';
import { type DueState, dueState } from '@brina/domain/haccp/checks/check-due';
import type { CheckMethod } from '@brina/domain/haccp/checks/probe-check';
import { sql } from 'kysely';
import { sharedWith } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { countsWithin, filteredRecords } from '#features/record/book/book.queries.ts';
import { probesOf } from '#features/record/checks/due.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { latestCheckpoint } from '#features/record/ledger/proof.ts';
import type { Opened } from './opened.queries.ts';
import { rows_max, type Selection } from './selection.ts';

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

/** When a probe has to be checked again, as an inspector reads it. */
export type ProbeRow = {
  serial: string;
  name: string;
  needle: number;
  last: number | null;
  dueAt: number;
  state: DueState;
};

export type Overview = {
  counts: Awaited<ReturnType<typeof countsWithin>>;
  list: Reply<typeof filterRecords>;
  checks: readonly CheckRow[];
  probes: readonly ProbeRow[];
  /** Null: no checkpoint yet. */
  book: { size: number; since: number; sealedAt: number } | null;
};

/** Everything the first page of a link shows. */
export async function overviewOf(
  db: Db,
  { caller, window }: Opened,
  selection: Selection,
  now: number,
): Promise<Overview> {
  const filters = [
    ...(selection.verdict === null ? [] : [{ attribute: 'verdict' as const, value: selection.verdict }]),
    ...(selection.open ? [{ attribute: 'needs' as const, value: 'true' }] : []),
  ];
  const request = { page: selection.page, nRows: rows_max, filterAttributes: filters };
  return {
    counts: await countsWithin(db, caller, window),
    list: await filteredRecords(db, caller, request, window),
    checks: await checksOf(db, { caller, window }),
    probes: await probesNow(db, { caller, window }, now),
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

/** The probes of the units of a window that their company holds now: the first that are due first. */
async function probesNow(
  db: Db,
  { caller, window }: Pick<Opened, 'caller' | 'window'>,
  now: number,
): Promise<ProbeRow[]> {
  const units = await db
    .selectFrom('tenure as t')
    .innerJoin('appliance as a', 'a.id', 't.appliance')
    .select(['a.id as appliance', 'a.serial', 'a.name', 'a.model'])
    .select(['t.company_id as company', 't.from_at as heldSince'])
    .where('t.company_id', '=', caller.companyId)
    .where('t.to_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('a.laboratory_id', '=', anyOf(window.laboratories)), eb('a.id', '=', anyOf(window.appliances))]),
    )
    .where(sharedWith(caller, 't.appliance'))
    .execute();
  const unitOf = new Map(units.map((unit) => [unit.appliance, unit]));
  return (await probesOf(db, units, now))
    .flatMap(({ appliance, needle, last, dueAt }): ProbeRow[] => {
      const unit = unitOf.get(appliance);
      if (!unit) return [];
      const { serial, name } = unit;
      return [{ serial, name, needle, last: last?.at ?? null, dueAt, state: dueState(dueAt, now) }];
    })
    .sort((one, other) => one.dueAt - other.dueAt);
}

const checks_max = 200;

/** Checks in the kitchens, and of the units, of a window, latest first. */
async function checksOf(db: Db, { caller, window }: Pick<Opened, 'caller' | 'window'>): Promise<CheckRow[]> {
  const day = sql<string>`to_char(k.at at time zone coalesce(l.time_zone, c.time_zone), 'YYYY-MM-DD')`;
  const rows = await db
    .selectFrom('probe_check as k')
    .innerJoin('appliance as a', 'a.id', 'k.appliance')
    .innerJoin('signer as p', 'p.id', 'k.signer')
    .innerJoin('company as c', 'c.id', 'k.company_id')
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 'k.laboratory_id').onRef('l.company_id', '=', 'c.id'),
    )
    .select([
      'k.id',
      'k.at',
      'k.needle',
      'k.found_good as foundGood',
      'k.left_good as leftGood',
      'p.initials',
      'a.name',
    ])
    .select([
      sql<CheckMethod>`k.content->'setting'->>'method'`.as('method'),
      sql<number>`(k.content->>'error_K')::float8`.as('error_K'),
    ])
    .where('k.company_id', '=', caller.companyId)
    .where(({ eb, or }) =>
      or([eb('k.laboratory_id', '=', anyOf(window.laboratories)), eb('k.appliance', '=', anyOf(window.appliances))]),
    )
    .where(sql<boolean>`${day} between ${window.from} and ${window.to}`)
    .where(sharedWith(caller, 'k.appliance'))
    .orderBy('k.at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(checks_max)
    .execute();
  return rows;
}
