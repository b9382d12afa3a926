import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/**
 * Takes away what the records of batches say that are older than records are kept; that there was one stays.
 * @returns the runs of which no record says anything any more, and the ids of what people had said of them in the book
 */
export async function removeBatches(
  db: Db,
  batches: readonly string[],
  now: number,
): Promise<{ runs: string[]; reviews: string[] }> {
  const these = anyOf(batches);
  const reviews = await db.deleteFrom('batch_review').where('batch', '=', these).returning('id').execute();
  await db.deleteFrom('batch_revision').where('batch', '=', these).execute();
  await db
    .updateTable('batch')
    .set({ removed_at: timestamp(now), due_at: null, cause: null, failing_since: null, product: null })
    .where('id', '=', these)
    .execute();
  const emptied = await db
    .selectFrom('batch as b')
    .select('b.run')
    .distinct()
    .where('b.id', '=', these)
    .where(sql<boolean>`not exists (select from batch o where o.run = b.run and o.removed_at is null)`)
    .execute();
  return { runs: emptied.map(({ run }) => run), reviews: reviews.flatMap(({ id }) => id ?? []) };
}
