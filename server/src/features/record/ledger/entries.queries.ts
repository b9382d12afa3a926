import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import {
  type Entry,
  type EntryKind,
  type EntryMembers,
  entryText,
  hexOf,
  membersOf,
  sealedContent,
} from './parts/entry.ts';
import { revisionContent } from './parts/revision-content.ts';

/** An entry as it is given away: its line, and what it was made of; null once that is removed. */
export type TellableEntry = { entry: EntryMembers; content: Record<string, unknown> | null };

export const bookOfCompany = (db: Db, company: string | null) =>
  db
    .selectFrom('ledger_book')
    .select(['id', 'size', 'sealed_size'])
    .where('company_id', '=', company)
    .executeTakeFirst();

/** Where the last entry of a book stands that says more than that a file was issued. */
export async function lastNews(db: Db, book: string): Promise<number | undefined> {
  const last = await db
    .selectFrom('ledger_entry')
    .select('ix')
    .where('book', '=', book)
    .where('kind', '<>', 'issue')
    .orderBy('ix', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.ix;
}

/** So many entries of a book from an index on, in their order. */
export async function entriesFrom(db: Db, book: string, from: number, limit: number): Promise<TellableEntry[]> {
  const rows = await entries(db)
    .where('e.book', '=', book)
    .where('e.ix', '>=', from)
    .orderBy('e.ix')
    .limit(limit)
    .execute();
  return rows.map(tellable);
}

/** Entries of a book by their places, in their order. */
export async function entriesAt(db: Db, book: string, places: readonly number[]): Promise<TellableEntry[]> {
  const rows = await entries(db).where('e.book', '=', book).where('e.ix', '=', anyOf(places)).orderBy('e.ix').execute();
  return rows.map(tellable);
}

/** The lines of so many entries alone. */
export async function entryLines(db: Db, book: string, from: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('book', '=', book)
    .where('ix', '>=', from)
    .orderBy('ix')
    .limit(limit)
    .execute();
  return rows.map(entryText);
}

const entries = (db: Db) =>
  db
    .selectFrom('ledger_entry as e')
    .leftJoin('ledger_content as c', (join) => join.onRef('c.book', '=', 'e.book').onRef('c.ix', '=', 'e.ix'))
    .leftJoin('batch_revision as v', (join) =>
      join.on(sql<boolean>`v.batch = case when e.kind = 'batch' then e.id::uuid end`).onRef('v.revision', '=', 'e.rev'),
    )
    .select(['e.book', 'e.ix', 'e.at', 'e.kind', 'e.id', 'e.rev', 'e.hash', 'e.prev'])
    .select(['c.salt', 'c.content', 'c.imported_at', 'v.content as revision']);

type Row = Entry & {
  salt: Uint8Array | null;
  content: string | null;
  imported_at: number | null;
  revision: Uint8Array | null;
};

function tellable({ salt, content, imported_at, revision, ...entry }: Row): TellableEntry {
  const made = content !== null ? (JSON.parse(content) as object) : revision && revisionContent(revision);
  return {
    entry: membersOf(entry),
    content: made && salt ? sealedContent(made, { salt, imported: imported_at }) : null,
  };
}

/** Where a revision of a record stands in a book, and since when a checkpoint has it; null where it is in none. */
export async function sealOf(db: Db, { kind, id }: { kind: EntryKind; id: string }, revision: number) {
  const entry = await db
    .selectFrom('ledger_entry as e')
    .select(['e.ix', 'e.hash', 'e.at'])
    .select(({ selectFrom }) =>
      selectFrom('ledger_checkpoint as c')
        .select(({ fn }) => fn.min('c.at').as('at'))
        .whereRef('c.book', '=', 'e.book')
        .whereRef('c.size', '>', 'e.ix')
        .as('checkpointAt'),
    )
    .where('e.id', '=', id)
    .where('e.kind', '=', kind)
    .where('e.rev', '=', revision)
    .executeTakeFirst();
  return entry ? { ...entry, hash: hexOf(entry.hash) } : null;
}

/** Where revisions of records stand in a book; those that it has not are absent. */
export async function placesOf(
  db: Db,
  book: string,
  revisions: readonly { id: string; revision: number }[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['id', 'rev', 'ix'])
    .where('book', '=', book)
    .where('id', '=', anyOf(revisions.map(({ id }) => id)))
    .where('kind', 'in', ['batch', 'day'])
    .execute();
  const wanted = new Map(revisions.map(({ id, revision }) => [id, revision]));
  return new Map(rows.flatMap(({ id, rev, ix }) => (wanted.get(id) === rev ? [[id, ix] as const] : [])));
}

/** Of each id the entry that came last in a book; ids of which it has none are absent. */
export async function newestEntries(
  db: Db,
  book: string,
  ids: readonly string[],
): Promise<Map<string, { kind: string; rev: number; hash: string }>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .distinctOn('id')
    .select(['id', 'kind', 'rev', 'hash'])
    .where('id', '=', anyOf(ids))
    .where('book', '=', book)
    .orderBy('id')
    .orderBy('ix', 'desc')
    .execute();
  return new Map(rows.map(({ id, hash, ...entry }) => [id, { ...entry, hash: hexOf(hash) }]));
}

/** What the newest entry of each id in a company's book was made of; ids without one, or whose content is removed, are absent. */
export async function newestContents(
  db: Db,
  company: string,
  ids: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const book = await bookOfCompany(db, company);
  if (!book || ids.length === 0) return new Map();
  const newest = db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.max('ix').as('ix'))
    .where('id', '=', anyOf(ids))
    .where('book', '=', book.id)
    .groupBy('id');
  const rows = await entries(db).where('e.book', '=', book.id).where('e.ix', 'in', newest).execute();
  return new Map(
    rows
      .map(tellable)
      .flatMap(({ entry, content }): [string, Record<string, unknown>][] => (content ? [[entry.id, content]] : [])),
  );
}
