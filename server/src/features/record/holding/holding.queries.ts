import type {
  HoldContent,
  HoldDaySummary,
  HoldLook,
  HoldRecord,
  HoldSummary,
} from '@brina/contract/calls/record/holding';
import { lookAtDay } from '@brina/contract/calls/record/holding';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { isOpenTo } from '#core/access/rights.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { refuse } from '#core/http/refusal.ts';
import { actionsOf } from '#features/record/actions/actions.queries.ts';
import { sealOf } from '#features/record/ledger/entries.queries.ts';
import { remarksOf } from '#features/record/remarks/remarks.queries.ts';
import { signaturesOf } from '#features/record/signatures/signatures.queries.ts';
import { doneBy } from '#features/record/signatures/signers.ts';
import type { Stretch } from '#features/record/telemetry/gaps.ts';
import { unpack } from './parts/content.ts';

const lookColumns = ['w.at as looked_at', 'w.is_late', 'p.role as looker_role', doneBy.as('looked_by')] as const;

/** Days by their last revision, latest first. */
const days = (db: Db) =>
  db
    .selectFrom('hold_day as d')
    .innerJoin('hold_day_revision as v', (join) =>
      join.onRef('v.hold_day', '=', 'd.id').onRef('v.revision', '=', 'd.revision'),
    )
    .leftJoin('hold_look as w', (join) =>
      join.onRef('w.laboratory_id', '=', 'd.laboratory_id').onRef('w.day', '=', 'd.day'),
    )
    .leftJoin('signer as p', 'p.id', 'w.signer')
    .leftJoin('app_user as u', 'u.id', 'w.user_id')
    .select(['d.id', 'd.day', 'd.zone', 'd.from_at', 'd.to_at', 'd.time_zone', 'd.revision', 'd.laboratory_id'])
    .select(lookColumns)
    .orderBy('d.from_at', 'desc')
    .orderBy('d.zone');

/** Those of a unit that began within a stretch in which a company held it. */
const daysWithin = (db: Db, appliance: number, held: Stretch) =>
  days(db)
    .where('d.appliance', '=', appliance)
    .where('d.from_at', '>=', timestamp(held.from))
    .where('d.from_at', '<', timestamp(held.to));

type LookRow = {
  looked_at: number | null;
  looked_by: string | null;
  looker_role: string | null;
  is_late: boolean | null;
};

const lookOf = ({ looked_at, looked_by, looker_role, is_late }: LookRow): HoldLook | null =>
  looked_at === null ? null : { by: looked_by, role: looker_role, at: looked_at, isLate: is_late === true };

/** Days of a unit in the stretches in which a company held it. */
export async function daysOf(db: Db, appliance: number, held: readonly Stretch[]): Promise<HoldDaySummary[]> {
  const told: HoldDaySummary[] = [];
  for (const stretch of held) {
    const rows = await daysWithin(db, appliance, stretch).select(sql<HoldSummary>`v.summary`.as('summary')).execute();
    told.push(
      ...rows.map((row) => ({
        ...row.summary,
        day: row.day,
        zone: row.zone,
        from: row.from_at,
        to: row.to_at,
        timeZone: row.time_zone,
        revision: row.revision,
        labId: row.laboratory_id,
        look: lookOf(row),
      })),
    );
  }
  return told.sort((a, b) => b.from - a.from || a.zone - b.zone);
}

/** The whole records of a day. */
export async function recordsOf(
  db: Db,
  {
    appliance,
    held,
    day,
    zone,
  }: { appliance: number; held: readonly Stretch[]; day: string; zone: number | undefined },
  caller: Caller,
): Promise<HoldRecord[]> {
  const records: HoldRecord[] = [];
  for (const stretch of held) {
    const rows = await daysWithin(db, appliance, stretch)
      .select('v.content')
      .where('d.day', '=', day)
      .$if(zone !== undefined, (query) => query.where('d.zone', '=', zone ?? 1))
      .execute();
    for (const row of rows) records.push(await wholeRecord(db, row, caller));
  }
  return records.sort((a, b) => a.from - b.from || a.zone - b.zone);
}

/**
 * The whole record of a day that is the caller's.
 * @throws Refusal `record_removed`; `not_found`: it has nothing to show yet
 */
export async function recordOfDay(db: Db, id: string, caller: Caller): Promise<HoldRecord> {
  const row = await days(db).select('v.content').where('d.id', '=', id).executeTakeFirst();
  if (row) return wholeRecord(db, row, caller);
  const { removed_at } = await db
    .selectFrom('hold_day')
    .select('removed_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return removed_at === null ? refuse('not_found', 404) : refuse('record_removed', 410);
}

type DayRow = Awaited<ReturnType<ReturnType<typeof days>['executeTakeFirstOrThrow']>> & { content: Uint8Array };

async function wholeRecord(db: Db, row: DayRow, caller: Caller): Promise<HoldRecord> {
  const revisions = await revisionsOf(db, row.id);
  const { readings, notes } = await remarksOf(db, row.id);
  const inBook = { kind: 'day', id: row.id } as const;
  return {
    ...unpack(row.content),
    id: row.id,
    revision: row.revision,
    seal: await sealOf(db, inBook, row.revision),
    actions: await actionsOf(db, row.id),
    readings,
    notes,
    signatures: await signaturesOf(db, inBook, revisions),
    labId: row.laboratory_id,
    look: lookOf(row),
    may: { look: isOpenTo(lookAtDay, caller) },
    revisions,
  };
}

/** Whether a day of a unit had records that were removed after the time for which records are kept. */
export async function hadRecords(
  db: Db,
  { appliance, held, day }: { appliance: number; held: readonly Stretch[]; day: string },
): Promise<boolean> {
  const removed = await db
    .selectFrom('hold_day')
    .select('from_at')
    .where('appliance', '=', appliance)
    .where('day', '=', day)
    .where('removed_at', 'is not', null)
    .execute();
  return removed.some(({ from_at }) => held.some(({ from, to }) => from <= from_at && from_at < to));
}

/** What lists show of days by their ids, and who has looked at them. */
export async function summariesOfDays(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { revision: number; summary: HoldSummary; look: HoldLook | null }>> {
  const rows = await lastOfDays(db, ids)
    .leftJoin('hold_look as w', (join) =>
      join.onRef('w.laboratory_id', '=', 'd.laboratory_id').onRef('w.day', '=', 'd.day'),
    )
    .leftJoin('signer as p', 'p.id', 'w.signer')
    .leftJoin('app_user as u', 'u.id', 'w.user_id')
    .select(['d.id', 'd.revision'])
    .select(lookColumns)
    .select(sql<HoldSummary>`v.summary`.as('summary'))
    .execute();
  return new Map(rows.map(({ id, revision, summary, ...row }) => [id, { revision, summary, look: lookOf(row) }]));
}

/** What the last revision of a day says; `undefined` before the first. */
export async function contentOfDay(db: Db, id: string): Promise<HoldContent | undefined> {
  const row = await lastOfDays(db, [id]).select('v.content').executeTakeFirst();
  return row && unpack(row.content);
}

const lastOfDays = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('hold_day as d')
    .innerJoin('hold_day_revision as v', (join) =>
      join.onRef('v.hold_day', '=', 'd.id').onRef('v.revision', '=', 'd.revision'),
    )
    .where('d.id', '=', anyOf(ids));

async function revisionsOf(db: Db, id: string): Promise<HoldRecord['revisions']> {
  const rows = await db
    .selectFrom('hold_day_revision')
    .select(['revision', 'created_at as createdAt'])
    .select(sql<HoldRecord['revisions'][number]['verdict']>`verdict`.as('verdict'))
    .select(sql<HoldRecord['revisions'][number]['cause']>`cause`.as('cause'))
    .where('hold_day', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  return rows;
}

/** Who has looked at what a kitchen held in a day; `undefined`: nobody. */
export async function lookAt(db: Db, laboratoryId: string, day: string): Promise<HoldLook | undefined> {
  const row = await db
    .selectFrom('hold_look as w')
    .leftJoin('signer as p', 'p.id', 'w.signer')
    .innerJoin('app_user as u', 'u.id', 'w.user_id')
    .select(lookColumns)
    .where('w.laboratory_id', '=', laboratoryId)
    .where('w.day', '=', day)
    .executeTakeFirst();
  return (row && lookOf(row)) ?? undefined;
}
