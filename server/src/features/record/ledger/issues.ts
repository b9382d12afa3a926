import { createHash } from 'node:crypto';
import type { Locale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { append } from './append.ts';
import { lockedBook } from './book-rows.ts';
import { hexOf } from './parts/entry.ts';

/** A file of records that leaves the house. */
export type IssuedFile = {
  company: string;
  file: Uint8Array;
  form: 'pdf' | 'csv' | 'jsonl' | 'json';
  language: Locale;
  /** Of what it is: of some records in their revisions, or of a period. Names nobody. */
  subject: object;
  /** Epoch ms. */
  at: number;
};

/**
 * Says in the book of a company that a file was issued, by its SHA-256, which is the id of the entry. The file proves its records up to a
 * checkpoint of before: this comes after it. The same file is the same to the byte whenever it is made, and is entered once, so that who
 * takes it again and again writes nothing. Comes last in the transaction.
 */
export async function enterIssue(db: Db, { company, file, form, language, subject, at }: IssuedFile): Promise<void> {
  const id = hexOf(createHash('sha256').update(file).digest());
  if (await isIssued(db, company, id)) return;
  // Of two who take it at once the second one waits here, and finds the first one's.
  if ((await lockedBook(db, company)) && (await isIssued(db, company, id))) return;
  await append(db, [
    { company, kind: 'issue', id, rev: 1, at, content: { v: 1, sha256: id, form, language, ...subject } },
  ]);
}

const issues = (db: Db, sha256: string) =>
  db
    .selectFrom('ledger_entry as e')
    .innerJoin('ledger_book as b', 'b.id', 'e.book')
    .where('e.id', '=', sha256)
    .where('e.kind', '=', 'issue');

const isIssued = async (db: Db, company: string, sha256: string): Promise<boolean> =>
  (await issues(db, sha256).select('e.ix').where('b.company_id', '=', company).executeTakeFirst()) !== undefined;

/** Where it stands that a file was issued: when, and the leaf of the entry that says so; undefined: no book knows it. */
export async function issueOf(db: Db, sha256: string): Promise<{ at: number; ix: number; leaf: string } | undefined> {
  const found = await issues(db, sha256)
    .innerJoin('ledger_node as n', (join) =>
      join.onRef('n.book', '=', 'e.book').onRef('n.ix', '=', 'e.ix').on(sql<boolean>`n.level = 0`),
    )
    .select(['e.at', 'e.ix', 'n.hash'])
    .orderBy('e.at')
    .limit(1)
    .executeTakeFirst();
  return found && { at: found.at, ix: found.ix, leaf: hexOf(found.hash) };
}
