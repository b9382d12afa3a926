import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Takes away checks of probes that are older than records are kept, and what checks would still say of batches. */
export async function removeChecks(
  db: Db,
  { checks, batches }: { checks: readonly string[]; batches: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('probe_doubt')
    .where(({ or, eb }) => or([eb('check_id', '=', anyOf(checks)), eb('batch', '=', anyOf(batches))]))
    .execute();
  await db.deleteFrom('probe_check').where('id', '=', anyOf(checks)).execute();
}
