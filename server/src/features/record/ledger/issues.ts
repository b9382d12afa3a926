import { createHash } from 'node:crypto';
import { day_ms } from '@brina/domain/language/durations';
import type { Locale } from '@brina/domain/language/locales';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { admit, attemptLimit } from '#identity/attempts.ts';
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
  /** Who takes it: a person or a link, with its id. Absent: it was counted as somebody asked for it. */
  taker?: Taker;
};
export type Taker = `person ${string}` | `link ${string}`;

/** Different files that one taker may have entered within a day: nobody hands over so many, and a book keeps each entry for ever. */
export const issues_max = 200;
const issueLimit = attemptLimit(issues_max, day_ms);

/** Counts a new file of a taker. @returns milliseconds until it may have one; 0: this one. */
export const admitIssue = (db: Db, taker: Taker, now: number): Promise<number> =>
  admit(db, `issue ${taker}`, issueLimit, now);

/**
 * Says in the book of a company that a file was issued, by its SHA-256, which is the id of the entry. The file proves its records up to a
 * checkpoint of before: this comes after it. The same file is the same to the byte whenever it is made, and is entered once, so that who
 * takes it again and again writes nothing. Comes last in the transaction.
 * @returns milliseconds until the taker may have another file than those it has had; 0: it is entered, and may leave. No file leaves that is
 * not: that one was not issued would say nothing
 */
export async function enterIssue(
  db: Db,
  { company, file, form, language, subject, at, taker }: IssuedFile,
): Promise<number> {
  const id = hexOf(createHash('sha256').update(file).digest());
  if (await isIssued(db, company, id)) return 0;
  const wait_ms = taker ? await admitIssue(db, taker, at) : 0;
  if (wait_ms > 0) return wait_ms;
  // Of two who take it at once the second one waits here, and finds the first one's.
  if ((await lockedBook(db, company)) && (await isIssued(db, company, id))) return 0;
  await append(db, [
    { company, kind: 'issue', id, rev: 1, at, content: { v: 1, sha256: id, form, language, ...subject } },
  ]);
  return 0;
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
