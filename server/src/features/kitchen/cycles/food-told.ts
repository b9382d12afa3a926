import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Forgets which food was in runs, product and lot, as units were told and told it. */
export async function forgetFood(db: Db, runs: readonly string[]): Promise<void> {
  await db
    .updateTable('event as e')
    .from('cycle_run as r')
    .set({ body: sql`e.body - 'product' - 'lot'` })
    .where('r.id', '=', anyOf(runs))
    .whereRef('e.appliance', '=', 'r.appliance')
    .where('e.type', 'in', ['cycle', 'phase'])
    .where(sql<boolean>`e.body->>'runId' = r.run_id`)
    .execute();
  await db
    .updateTable('cycle_run')
    .set({ request: sql`request - 'product' - 'lot'` })
    .where('id', '=', anyOf(runs))
    .execute();
}
