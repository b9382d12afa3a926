import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { planKept } from '#core/db/kept-plans.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { columnsOfNodes, openBook } from './book-rows.ts';
import { contentHash, type Entry, type EntryKind, leafOf, newSalt, type Sealing } from './parts/entry.ts';
import { jcs } from './parts/jcs.ts';
import { grown, type Node, type Peaks } from './parts/merkle.ts';
import { joinedPeaks, partedPeaks } from './parts/peaks.ts';

/** Something that enters the book of a company. */
export type NewEntry = {
  company: string;
  kind: EntryKind;
  /** What it is about; the entries of one id name the one before. */
  id: string;
  /** Whether nothing of the id can stand in a book yet, so that none is looked for. */
  isNew?: boolean;
  rev: number;
  /** When it is written, epoch ms, by the portal's clock. */
  at: number;
  /** Any JSON without the members `salt` and `imported`. Of a `batch` it is what stands in `batch_revision`, and is not kept again. */
  content: object;
  /** When it was written, if that was before it could enter a book. */
  imported?: number;
};

/** Where something stands in its book, and the hash of its content there, in hex. */
export type Appended = { book: string; ix: number; hash: string };

/**
 * Enters contents into the books of their companies, in this order, in the transaction that stores them: both are there afterwards, or
 * neither. A company's book opens with its first entry. Its row is locked until the transaction ends, so this comes last in it.
 * @returns where each stands, in the order of the entries
 */
export async function append(db: Db, entries: readonly NewEntry[]): Promise<Appended[]> {
  if (entries.length === 0) return [];
  const books = await lockedBooks(db, entries);
  await findFormer(db, books, entries);
  const appended = entries.map((entry) => {
    const { book, ix, hash } = bookOf(books, entry.company).add(entry);
    return { book, ix, hash: Buffer.from(hash).toString('hex') };
  });
  await store(db, [...books.values()], entries[0]?.at ?? 0);
  return appended;
}

type Row = { entry: Entry; sealing: Sealing; content: string | null };

/** A book while entries are made for it. */
class OpenBook {
  readonly id: string;
  readonly rows: Row[] = [];
  readonly #tree: Peaks;
  readonly #former = new Map<string, number>();

  constructor(id: string, tree: Peaks) {
    this.id = id;
    this.#tree = tree;
  }

  setFormer(id: string, ix: number): void {
    this.#former.set(id, ix);
  }

  add({ kind, id, rev, at, content, imported }: Omit<NewEntry, 'company'>): Entry {
    if ('salt' in content || 'imported' in content) throw new TypeError(`A ${kind} has a member that the ledger adds.`);
    const sealing: Sealing = { salt: newSalt(), imported: imported ?? null };
    const entry: Entry = {
      book: this.id,
      ix: this.#tree.size + this.rows.length,
      at,
      kind,
      id,
      rev,
      hash: contentHash(content, sealing),
      prev: this.#former.get(id) ?? null,
    };
    this.rows.push({ entry, sealing, content: kind === 'batch' ? null : jcs(content) });
    this.#former.set(id, entry.ix);
    return entry;
  }

  grow(): { tree: Peaks; nodes: Node[] } {
    return grown(
      this.#tree,
      this.rows.map(({ entry }) => leafOf(entry)),
    );
  }
}

function bookOf(books: ReadonlyMap<string, OpenBook>, company: string): OpenBook {
  const book = books.get(company);
  if (!book) throw new Error(`The company ${company} has no book.`);
  return book;
}

/** The books of companies by their company, opened where they were not, and locked in the order of these. */
async function lockedBooks(db: Db, entries: readonly NewEntry[]): Promise<Map<string, OpenBook>> {
  const companies = [...new Set(entries.map(({ company }) => company))].sort();
  let rows = await lock(db, companies);
  if (rows.length < companies.length) {
    for (const company of companies) {
      const first = entries.find((entry) => entry.company === company);
      if (first && !rows.some(({ company_id }) => company_id === company)) await openBook(db, company, first.at);
    }
    rows = await lock(db, companies);
  }
  return new Map(
    rows.map(({ id, company_id, size, peaks, opened_at }) => {
      const book = new OpenBook(id, { size, peaks: partedPeaks(peaks) });
      if (size === 0) book.add({ kind: 'book', id, rev: 0, at: opened_at, content: { company: company_id } });
      return [company_id ?? '', book];
    }),
  );
}

const lock = (db: Db, companies: readonly string[]) =>
  db
    .selectFrom('ledger_book')
    .select(['id', 'company_id', 'size', 'peaks', 'opened_at'])
    .where('company_id', '=', anyOf(companies))
    .orderBy('company_id')
    .forUpdate()
    .execute();

async function findFormer(db: Db, books: ReadonlyMap<string, OpenBook>, entries: readonly NewEntry[]): Promise<void> {
  const ids = [...new Set(entries.filter(({ isNew }) => !isNew).map(({ id }) => id))];
  if (ids.length === 0) return;
  const rows = await db
    .selectFrom('ledger_entry')
    .select(['book', 'id', ({ fn }) => fn.max('ix').as('ix')])
    .where('id', '=', anyOf(ids))
    .where('book', '=', anyOf(Array.from(books.values(), ({ id }) => id)))
    .groupBy(['book', 'id'])
    .execute();
  for (const { book, id, ix } of rows) for (const open of books.values()) if (open.id === book) open.setFormer(id, ix);
}

/** One statement for all that the books have grown by: the row of a book is locked meanwhile. */
async function store(db: Db, books: readonly OpenBook[], at: number): Promise<void> {
  const rows = books.flatMap((book) => book.rows);
  const grown = books.map((book) => ({ id: book.id, ...book.grow() }));
  const nodes = unnestColumns(columnsOfNodes(grown));
  const where = {
    book: ['uuid', rows.map(({ entry }) => entry.book)],
    ix: ['bigint', rows.map(({ entry }) => entry.ix)],
  } as const;
  const entries = unnestColumns({
    ...where,
    at: ['timestamptz', rows.map(({ entry }) => entry.at)],
    kind: ['text', rows.map(({ entry }) => entry.kind)],
    id: ['text', rows.map(({ entry }) => entry.id)],
    rev: ['integer', rows.map(({ entry }) => entry.rev)],
    hash: ['bytea', rows.map(({ entry }) => entry.hash)],
    prev: ['bigint', rows.map(({ entry }) => entry.prev)],
  });
  const contents = unnestColumns({
    ...where,
    salt: ['bytea', rows.map(({ sealing }) => sealing.salt)],
    content: ['text', rows.map(({ content }) => content)],
    imported_at: ['timestamptz', rows.map(({ sealing }) => sealing.imported)],
  });
  const trees = unnestColumns({
    id: ['uuid', grown.map(({ id }) => id)],
    size: ['bigint', grown.map(({ tree }) => tree.size)],
    peaks: ['bytea', grown.map(({ tree }) => joinedPeaks(tree))],
  });
  await sql`
    with grown as (insert into ledger_node (${nodes.names}) select ${nodes.names} from ${nodes.rows}),
      entered as (insert into ledger_entry (${entries.names}) select ${entries.names} from ${entries.rows}),
      kept as (insert into ledger_content (${contents.names}) select ${contents.names} from ${contents.rows})
    update ledger_book as b set size = batch.size, peaks = batch.peaks, news_at = coalesce(b.news_at, ${timestamp(at)})
    from ${trees.rows} where b.id = batch.id ${planKept}`.execute(db);
}
