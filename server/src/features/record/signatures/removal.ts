import { anyOf } from '#core/db/any-of.ts';
import type { Db } from '#core/db/database.ts';

/** Takes away signatures that are older than records are kept. Whom the book names stays, as long as the account does. */
export async function removeSignatures(db: Db, signatures: readonly string[]): Promise<void> {
  await db.deleteFrom('signed_revision').where('signature', '=', anyOf(signatures)).execute();
  await db.deleteFrom('signature').where('id', '=', anyOf(signatures)).execute();
}
