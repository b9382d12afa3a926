import type { Clock } from '#core/clock.ts';
import { anyOf } from '#core/db/any-of.ts';
import type { Database, Db } from '#core/db/database.ts';
import { append, type NewEntry } from './append.ts';
import { revisionContent } from './parts/revision-content.ts';

/** Revisions imported in one transaction: each is read and hashed, and nobody waits long for the embedded database's only session. */
const imported_max = 20;

/**
 * Enters the revision of a batch that this transaction has written into the book of the company that held the unit when the batch began,
 * behind those from before the ledger that still wait; a unit that nobody held has no book. Comes last in the transaction.
 * @param now when it was written, epoch ms
 */
export async function enterRevision(db: Db, batch: string, revision: number, now: number): Promise<void> {
  const waiting = await db.deleteFrom('ledger_import').where('batch', '=', batch).returning('revision').execute();
  const imported = waiting.map((row) => row.revision).filter((earlier) => earlier !== revision);
  const rows = await revisionsOf(
    db,
    [...imported, revision].map((nth) => ({ batch, revision: nth })),
  );
  rows.sort((a, b) => a.rev - b.rev);
  await append(
    db,
    rows.map((row) => entryOf(row, now, row.rev !== revision)),
  );
}

/**
 * Enters revisions of before the ledger, in the order in which they were written, a piece in a transaction.
 * @returns whether there were any
 */
export const importRevisions = ({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> =>
  db.write(async (tx) => {
    const piece = await tx
      .selectFrom('ledger_import')
      .select(['batch', 'revision'])
      .orderBy('created_at')
      .orderBy('batch')
      .orderBy('revision')
      .limit(imported_max)
      .forUpdate()
      .execute();
    if (piece.length === 0) return false;
    const rows = await revisionsOf(tx, piece);
    rows.sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1) * Number(a.id !== b.id) || a.rev - b.rev);
    const now = clock.now();
    for (const { batch, revision } of piece)
      await tx.deleteFrom('ledger_import').where('batch', '=', batch).where('revision', '=', revision).execute();
    await append(
      tx,
      rows.map((row) => entryOf(row, now, true)),
    );
    return true;
  });

type RevisionRow = { id: string; rev: number; created_at: number; content: Uint8Array; company: string };

/** Revisions with the company whose they are, as far as they are anybody's. */
async function revisionsOf(db: Db, some: readonly { batch: string; revision: number }[]): Promise<RevisionRow[]> {
  const rows = await db
    .selectFrom('batch_revision as v')
    .innerJoin('batch as b', 'b.id', 'v.batch')
    .innerJoin('tenure as t', (join) =>
      join
        .onRef('t.appliance', '=', 'b.appliance')
        .onRef('t.from_at', '<=', 'b.started_at')
        .on(({ eb, or }) => or([eb('t.to_at', 'is', null), eb('t.to_at', '>', eb.ref('b.started_at'))])),
    )
    .select(['v.batch as id', 'v.revision as rev', 'v.created_at', 'v.content', 't.company_id as company'])
    .where('v.batch', '=', anyOf(some.map(({ batch }) => batch)))
    .execute();
  return rows.filter(({ id, rev }) => some.some(({ batch, revision }) => batch === id && revision === rev));
}

const entryOf = ({ id, rev, created_at, content, company }: RevisionRow, now: number, isOld: boolean): NewEntry => ({
  company,
  kind: 'batch',
  id,
  isNew: rev === 1,
  rev,
  at: now,
  content: revisionContent(content),
  ...(isOld && { imported: created_at }),
});
