import { createHash } from 'node:crypto';
import { hour_ms } from '@brina/domain/language/durations';
import type { Database, Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { lockedBook, openBook, storeGrowth } from './book-rows.ts';
import { hostOf, originOfBook, originOfLog, signingKeys } from './keys.ts';
import { grown, leafHash, type Peaks, rootOf } from './parts/merkle.ts';
import { checkpointText, signedNote, textOf } from './parts/note.ts';
import { latestCheckpoint } from './proof.ts';

/** What signs checkpoints: the parts of every feature. */
export type Sealer = Pick<Parts, 'ledgerKeys' | 'clock' | 'address'>;

/** So many entries do not wait for the hour. */
const unsealed_max = 1_000;

/**
 * Makes a checkpoint of the book of a company, as far as it has news, and one of the log of all books with it: for what leaves the house, a
 * report, a link, a print. Locks both until the transaction ends: after what it enters, and for one company in a transaction.
 */
export async function sealNow(db: Db, company: string, sealer: Sealer): Promise<void> {
  const book = await lockedBook(db, company);
  if (book) {
    await sealBook(db, book, sealer);
    await noteLeft(db, book.id, book.tree.size);
  }
  await sealLog(db, sealer);
}

/** Notes that a checkpoint of a book with so many entries leaves the house: with a file, a mail, a link, a print. */
export const noteLeft = (db: Db, book: string, size: number): Promise<unknown> =>
  db.updateTable('ledger_book').set({ left_size: size }).where('id', '=', book).where('left_size', '<', size).execute();

/**
 * Makes a checkpoint of a book that had news before this hour, or much of it; when there is none left, of the log of the books.
 * @returns whether there may be more
 */
export const sealDue = ({ db, ...sealer }: { db: Database } & Sealer): Promise<boolean> =>
  db.write(async (tx) => {
    const hour = Math.floor(sealer.clock.now() / hour_ms) * hour_ms;
    const due = await tx
      .selectFrom('ledger_book')
      .select('company_id')
      .where('company_id', 'is not', null)
      .where('news_at', 'is not', null)
      .where(({ eb, or }) =>
        or([eb('news_at', '<', timestamp(hour)), eb(eb('size', '-', eb.ref('sealed_size')), '>=', unsealed_max)]),
      )
      .orderBy('news_at')
      .limit(1)
      .executeTakeFirst();
    if (!due?.company_id) {
      // Each hour, as the books are, and besides with what a file or a link has sealed meanwhile: a file that is made again is the same.
      await sealLog(tx, sealer);
      return false;
    }
    const book = await lockedBook(tx, due.company_id);
    if (book) await sealBook(tx, book, sealer);
    return true;
  });

type BookRow = NonNullable<Awaited<ReturnType<typeof lockedBook>>>;

async function sealBook(db: Db, book: BookRow, sealer: Sealer): Promise<void> {
  if (book.tree.size === book.sealed_size) return;
  const host = await hostOf(db, sealer.address);
  const text = await writeCheckpoint(db, book, originOfBook(host, book.id), sealer);
  const log = (await lockedBook(db, null)) ?? (await openedLog(db, sealer));
  await db
    .updateTable('ledger_checkpoint')
    .set({ log_ix: log.tree.size })
    .where('book', '=', book.id)
    .where('size', '=', book.tree.size)
    .execute();
  await storeGrowth(db, log.id, grown(log.tree, [leafHash(noteLeaf(text))]), sealer.clock.now());
}

/** What stands in the leaf of a book's checkpoint in the log. */
const noteLeaf = (text: string): Buffer => createHash('sha256').update(text).digest();

async function openedLog(db: Db, { clock }: Sealer): Promise<BookRow> {
  await openBook(db, null, clock.now());
  const log = await lockedBook(db, null);
  if (!log) throw new Error('The log of the books does not open.');
  return log;
}

/** The latest checkpoint of the log of all books; one is made as far as it has news. Locks it. Undefined before there is a book. */
export async function sealedLog(db: Db, sealer: Sealer) {
  await sealLog(db, sealer);
  const log = await db.selectFrom('ledger_book').select('id').where('company_id', 'is', null).executeTakeFirst();
  const checkpoint = log && (await latestCheckpoint(db, log.id));
  return checkpoint && { log: log.id, size: checkpoint.size, note: checkpoint.note, text: textOf(checkpoint.note) };
}

async function sealLog(db: Db, sealer: Sealer): Promise<void> {
  const log = await lockedBook(db, null);
  if (!log || log.tree.size === log.sealed_size) return;
  await writeCheckpoint(db, log, originOfLog(await hostOf(db, sealer.address)), sealer);
}

/** @returns the text that is signed */
async function writeCheckpoint(
  db: Db,
  { id, tree }: { id: string; tree: Peaks },
  origin: string,
  { ledgerKeys, clock }: Sealer,
): Promise<string> {
  const now = clock.now();
  const keys = await signingKeys(db, ledgerKeys.all(), now);
  const text = checkpointText({ origin, size: tree.size, root: rootOf(tree) });
  const note = signedNote(text, origin, keys);
  await db
    .insertInto('ledger_checkpoint')
    .values({ book: id, size: tree.size, at: timestamp(now), note })
    .execute();
  await db.updateTable('ledger_book').set({ sealed_size: tree.size, news_at: null }).where('id', '=', id).execute();
  return text;
}
