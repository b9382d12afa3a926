import type { Action, ActionOfRecord } from '@brina/contract/calls/record/actions';
import type { filterRecords } from '@brina/contract/calls/record/book';
import type { ManualRecord } from '@brina/contract/calls/record/manual';
import type { MissingRecord } from '@brina/contract/calls/record/missing';
import type { Reply } from '@brina/contract/wire/call';
import type { ProbeDue } from '@brina/contract/words/period-content';
import type { CheckMethod } from '@brina/domain/haccp/checks/probe-check';
import { spanOfDay } from '@brina/domain/language/local-day';
import { sql } from 'kysely';
import { sharedWith } from '#core/access/views.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { actionsOf, presentActions } from '#features/record/actions/actions.queries.ts';
import { countsWithin, filteredRecords } from '#features/record/book/book.queries.ts';
import { bookOfCompany } from '#features/record/ledger/entries.queries.ts';
import { latestCheckpoint } from '#features/record/ledger/proof.ts';
import { manualRecords } from '#features/record/manual/manual.queries.ts';
import { missingOf, presentMissing } from '#features/record/missing/missing.queries.ts';
import { probesDue, unitsOf } from '#features/record/reports/period.queries.ts';
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

export type Overview = {
  counts: Awaited<ReturnType<typeof countsWithin>>;
  list: Reply<typeof filterRecords>;
  checks: readonly CheckRow[];
  /** What was cooled without an appliance in the kitchens of the period, the latest first: so much of it. */
  manual: readonly ManualRecord[];
  /** As they stood at the end of the period, the first that were due first. */
  probes: readonly ProbeDue[];
  probesAt: number;
  /** What lacks in the period, the latest first: so much of it, and how much there is. */
  missing: readonly MissingRecord[];
  missingTotal: number;
  /** What was done about checks, about food without an appliance and about what lacks; of a record it stands with the record. */
  actions: readonly Action[];
  /** Null: no checkpoint yet. */
  book: { size: number; since: number; sealedAt: number } | null;
};

/** Everything the first page of a link shows. */
export async function overviewOf(
  db: Db,
  { caller, window, company }: Opened,
  selection: Selection,
  now: number,
): Promise<Overview> {
  const probesAt = Math.min(now, spanOfDay(window.to, company.timeZone).to);
  const missing = await missingWithin(db, { caller, window }, now);
  const filters = [
    ...(selection.verdict === null ? [] : [{ attribute: 'verdict' as const, value: selection.verdict }]),
    ...(selection.open ? [{ attribute: 'needs' as const, value: 'true' }] : []),
  ];
  const checks = await checksOf(db, { caller, window });
  const manual = await manualRecords(db, caller, window, { limit: manual_max, offset: 0 });
  const shown = missing.slice(0, missing_max);
  const told = [...manual, ...shown].flatMap(({ actions }) => actions);
  for (const { id } of checks.filter(({ foundGood }) => !foundGood)) told.push(...(await actionsOf(db, id)));
  const request = { page: selection.page, nRows: rows_max, filterAttributes: filters };
  return {
    counts: await countsWithin(db, caller, window),
    list: await filteredRecords(db, caller, request, window),
    checks,
    manual,
    probes: await probesAsOf(db, { caller, window, company }, probesAt),
    probesAt,
    missing: shown,
    missingTotal: missing.length,
    actions: await presentActions(db, caller, onceEach(told), window),
    book: await bookFacts(db, caller.companyId),
  };
}

/** An action is about several things. */
const onceEach = (actions: readonly ActionOfRecord[]): ActionOfRecord[] => [
  ...new Map(actions.map((one) => [one.id, one])).values(),
];

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

/** The probes of the units of a window that their company held in its time. */
async function probesAsOf(
  db: Db,
  {
    caller,
    window: { from, to, laboratories, appliances },
    company: { timeZone },
  }: Pick<Opened, 'caller' | 'window' | 'company'>,
  at: number,
): Promise<ProbeDue[]> {
  const span = { from: spanOfDay(from, timeZone).from, to: spanOfDay(to, timeZone).to };
  const units = await unitsOf(db, caller, { from, to, laboratory: null, appliance: null, timeZone, span });
  const opened = units.filter(
    ({ appliance, laboratory }) => appliances.includes(appliance) || laboratories.includes(laboratory ?? ''),
  );
  return (await probesDue(db, caller, opened, at)).sort((one, other) => one.due - other.due);
}

const missing_max = 200;
const manual_max = 200;
/** More units than this are asked of with all of their company: one look instead of as many. */
const askedAlone_max = 3;

/** What the kitchens, and the units, of a window lack, as a report of them says it. */
async function missingWithin(
  db: Db,
  { caller, window: { from, to, laboratories, appliances } }: Pick<Opened, 'caller' | 'window'>,
  now: number,
): Promise<MissingRecord[]> {
  const asked = (appliance: number | null) => missingOf(db, caller, { from, to, laboratory: null, appliance }, now);
  const found: Awaited<ReturnType<typeof missingOf>> = [];
  if (laboratories.length > 0 || appliances.length > askedAlone_max) {
    const serials = await db.selectFrom('appliance').select('serial').where('id', '=', anyOf(appliances)).execute();
    const opened = new Set(serials.map(({ serial }) => serial));
    const isOpened = ({ labId, unit }: MissingRecord) =>
      laboratories.includes(labId ?? '') || opened.has(unit?.serialNumber ?? '');
    found.push(...(await asked(null)).filter(isOpened));
  } else for (const appliance of appliances) found.push(...(await asked(appliance)));
  const once = new Map(found.map((one) => [`${one.kind} ${one.day} ${one.subject}`, one]));
  return Array.from(once.values(), presentMissing).sort((a, b) => Number(a.day < b.day) - Number(a.day > b.day));
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
