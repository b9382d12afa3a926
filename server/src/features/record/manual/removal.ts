import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Takes away coolings without an appliance that are older than records are kept. */
export async function removeManual(db: Db, records: readonly string[]): Promise<void> {
  await db.deleteFrom('manual_record').where('id', '=', anyOf(records)).execute();
}
