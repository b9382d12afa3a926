import { recordsKeptFrom } from '@brina/domain/haccp/keeping/floors';
import { isCovered } from '@brina/domain/haccp/keeping/legal-hold';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { lockedBook } from '#features/record/ledger/book-rows.ts';
import { enterRetention, takeContents } from '#features/record/ledger/removals.ts';
import { scopesInForce } from './holds.queries.ts';
import { keptByPlans } from './longer.queries.ts';
import { holdablesOf } from './parts/holdables.ts';
import { type Aged, removeRecords } from './parts/remove.ts';

/** Records of one transaction: their contents are some hundred kilobytes, and nobody waits long for the embedded database's only session. */
const records_max = 50;

/**
 * Removes the next piece of what is older than records are kept (B2.12) from one book: contents of batches, of days of what was held, of actions,
 * signatures, checks of probes and coolings by hand, with what was said of them, by whole months. Entries and proofs stay, and an entry says which contents
 * went. What the plan of its time keeps longer stays until then; what a legal hold covers stays, until the hold is over. How far a book was gone through is kept with it: after a breakdown it goes on there.
 * @returns whether there may be more to do
 */
export async function sweepBooks(db: Db, now: number): Promise<boolean> {
  const due = await dueBook(db, now);
  if (!due) return false;
  // First, as who sets a hold does: no hold comes while what it covers is being removed.
  await lockedBook(db, due.company);
  const from = due.next_ix ?? 0;
  const aged = await agedRecords(db, due, from);
  const last = aged.at(-1);
  const isThrough = aged.length < records_max;
  await db
    .insertInto('record_sweep')
    .values({
      book: due.book,
      before_at: timestamp(due.before),
      began_at: timestamp(due.began),
      next_ix: isThrough ? null : (last?.ix ?? 0) + 1,
    })
    .onConflict((conflict) =>
      conflict.column('book').doUpdateSet(({ ref }) => ({
        before_at: ref('excluded.before_at'),
        began_at: ref('excluded.began_at'),
        next_ix: ref('excluded.next_ix'),
      })),
    )
    .execute();
  await remove(db, due, await notHeld(db, due.company, await notKeptLonger(db, due, aged), now), now);
  return true;
}

type DueBook = { book: string; company: string; before: number; began: number; next_ix: number | null };

/** A book that is being gone through, or has to be: another month is over, or a hold. */
async function dueBook(db: Db, now: number): Promise<DueBook | undefined> {
  const keptFrom = recordsKeptFrom(now);
  const row = await db
    .selectFrom('ledger_book as b')
    .leftJoin('record_sweep as s', 's.book', 'b.id')
    .select(['b.id as book', 'b.company_id as company', 's.before_at', 's.began_at', 's.next_ix'])
    .where('b.company_id', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('s.next_ix', 'is not', null),
        eb('s.before_at', 'is', null),
        eb('s.before_at', '<', timestamp(keptFrom)),
        sql<boolean>`exists (select from legal_hold h
          where h.company_id = b.company_id and h.ends_at > s.began_at and h.ends_at <= ${timestamp(now)})`,
      ]),
    )
    .orderBy(sql`s.next_ix is null`)
    .orderBy('b.id')
    .limit(1)
    .executeTakeFirst();
  if (!row?.company) return undefined;
  const { book, company, before_at, began_at, next_ix } = row;
  const isBegun = next_ix !== null && before_at !== null && began_at !== null;
  return { book, company, next_ix, before: isBegun ? before_at : keptFrom, began: isBegun ? began_at : now };
}

const agingKinds = ['batch', 'day', 'action', 'signature', 'check', 'manual'] as const;

/** Records of a book that are older than they are kept and still say something, each once, by their first such entry from an index on. */
function agedRecords(db: Db, { book, before }: DueBook, from: number): Promise<Aged[]> {
  const limit = timestamp(before);
  return (
    db
      .selectFrom('ledger_entry as e')
      .innerJoin('ledger_content as c', (join) => join.onRef('c.book', '=', 'e.book').onRef('c.ix', '=', 'e.ix'))
      .leftJoin('batch as b', (join) => join.on(sql<boolean>`b.id = case when e.kind = 'batch' then e.id::uuid end`))
      .leftJoin('hold_day as d', (join) => join.on(sql<boolean>`d.id = case when e.kind = 'day' then e.id::uuid end`))
      .select(['e.id', 'e.ix'])
      .select(sql<Aged['kind']>`e.kind`.as('kind'))
      .where('e.book', '=', book)
      .where('e.ix', '>=', from)
      .where('e.kind', 'in', agingKinds)
      .where(sql<boolean>`coalesce(b.started_at, d.from_at, c.imported_at, e.at) < ${limit}`)
      .where(
        sql<boolean>`not exists (
        select from ledger_entry p join ledger_content k on k.book = p.book and k.ix = p.ix
        where p.id = e.id and p.book = e.book and p.ix < e.ix)`,
      )
      // Some of its revisions have still to enter the book.
      .where(sql<boolean>`not exists (select from ledger_import i where i.batch = b.id)`)
      // What was done about a record is as old as its last word.
      .where(
        sql<boolean>`(e.kind <> 'action' or not exists (
        select from ledger_entry l where l.id = e.id and l.book = e.book and l.at >= ${limit}))`,
      )
      .orderBy('e.ix')
      .limit(records_max)
      .execute()
  );
}

/** Those of them that no plan keeps for longer. Of this piece alone: a plan may keep nearly all, and nobody can write while it is asked. */
async function notKeptLonger(db: Db, { before }: DueBook, aged: readonly Aged[]): Promise<readonly Aged[]> {
  const ids = aged.map(({ id }) => id);
  const kept = await keptByPlans(db, ids, before);
  return aged.filter(({ id }) => !kept.has(id));
}

/** Those of them that no hold in force covers. */
async function notHeld(db: Db, company: string, aged: readonly Aged[], now: number): Promise<readonly Aged[]> {
  const scopes = aged.length === 0 ? [] : await scopesInForce(db, company, now);
  if (scopes.length === 0) return aged;
  if (scopes.some(({ kind }) => kind === 'company')) return [];
  const holdables = await holdablesOf(db, aged);
  return aged.filter(({ id }) => {
    const holdable = holdables.get(id) ?? { labIds: [], lots: [] };
    return !scopes.some((scope) => isCovered(scope, holdable));
  });
}

async function remove(db: Db, { book, company, before }: DueBook, aged: readonly Aged[], now: number): Promise<void> {
  if (aged.length === 0) return;
  const remarks = await removeRecords(db, aged, now);
  const removed = await takeContents(db, book, [...aged.map(({ id }) => id), ...remarks]);
  if (removed.length > 0) await enterRetention(db, { company, removed, before }, now);
}
