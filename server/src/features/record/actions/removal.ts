import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Takes away actions that are older than records are kept, and those that batches would still open. */
export async function removeActions(
  db: Db,
  { actions, batches }: { actions: readonly string[]; batches: readonly string[] },
): Promise<void> {
  await db.deleteFrom('action_due').where('batch', '=', anyOf(batches)).execute();
  for (const table of ['food_fate', 'action_subject', 'action_revision'] as const)
    await db.deleteFrom(table).where('action', '=', anyOf(actions)).execute();
  await db.deleteFrom('action').where('id', '=', anyOf(actions)).execute();
}
