import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';
import { newId } from '#core/ids.ts';
import type { Node, Peaks } from './parts/merkle.ts';
import { joinedPeaks, partedPeaks } from './parts/peaks.ts';

/** Opens a book; the one without a company is the log. Of two who open one at once the second one waits for the first, and finds it. */
export const openBook = (db: Db, company: string | null, at: number): Promise<unknown> =>
  db
    .insertInto('ledger_book')
    .values({ id: newId(at), company_id: company, opened_at: timestamp(at) })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .execute();

/** The book of a company, or the log, locked until the transaction ends. */
export async function lockedBook(db: Db, company: string | null) {
  const row = await db
    .selectFrom('ledger_book')
    .select(['id', 'size', 'peaks', 'sealed_size'])
    .where('company_id', company === null ? 'is' : '=', company)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, size, peaks, sealed_size } = row;
  return { id, sealed_size, tree: { size, peaks: partedPeaks(peaks) } };
}

/** Subtrees of books as columns. */
export function columnsOfNodes(books: readonly { id: string; nodes: readonly Node[] }[]) {
  const rows = books.flatMap(({ id, nodes }) => nodes.map((node) => ({ book: id, ...node })));
  return {
    book: ['uuid', rows.map(({ book }) => book)],
    level: ['smallint', rows.map(({ level }) => level)],
    ix: ['bigint', rows.map(({ ix }) => ix)],
    hash: ['bytea', rows.map(({ hash }) => hash)],
  } as const;
}

/** Keeps what a tree has grown by. */
export async function storeGrowth(
  db: Db,
  book: string,
  { tree, nodes }: { tree: Peaks; nodes: readonly Node[] },
  at: number,
): Promise<void> {
  const batch = unnestColumns(columnsOfNodes([{ id: book, nodes }]));
  await sql`insert into ledger_node (${batch.names}) select ${batch.names} from ${batch.rows}`.execute(db);
  await db
    .updateTable('ledger_book')
    .set({ size: tree.size, peaks: joinedPeaks(tree), news_at: sql`coalesce(news_at, ${timestamp(at)})` })
    .where('id', '=', book)
    .execute();
}
