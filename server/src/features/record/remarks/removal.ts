import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Takes away what was said of records that are removed. @returns the ids of that */
export async function removeRemarks(db: Db, subjects: readonly string[]): Promise<string[]> {
  const removed = await db.deleteFrom('remark').where('subject', '=', anyOf(subjects)).returning('id').execute();
  return removed.map(({ id }) => id);
}
