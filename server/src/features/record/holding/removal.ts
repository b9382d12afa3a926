import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/**
 * Takes away what the records of days say that are older than records are kept, and who looked at them; that there was one stays.
 * @returns the ids of the looks, as far as they stand in the book
 */
export async function removeDays(db: Db, days: readonly string[], now: number): Promise<string[]> {
  await db.deleteFrom('hold_day_revision').where('hold_day', '=', anyOf(days)).execute();
  await db
    .updateTable('hold_day')
    .set({ removed_at: timestamp(now), due_at: null, cause: null, failing_since: null, warm_loads: null })
    .where('id', '=', anyOf(days))
    .execute();
  const looks = await db
    .deleteFrom('hold_look')
    .using('hold_day as d')
    .where('d.id', '=', anyOf(days))
    .whereRef('hold_look.laboratory_id', '=', 'd.laboratory_id')
    .whereRef('hold_look.day', '=', 'd.day')
    .where(
      sql<boolean>`not exists (
        select from hold_day o where o.laboratory_id = d.laboratory_id and o.day = d.day and o.removed_at is null)`,
    )
    .returning('hold_look.id')
    .execute();
  return looks.flatMap(({ id }) => id ?? []);
}
