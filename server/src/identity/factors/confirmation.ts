import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/**
 * Notes that the person of a session has just proved who it is: for five minutes its dangerous acts are not asked about again.
 * A sign-in notes the same.
 */
export async function confirmSession(db: Db, sid: string, now: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed_at: timestamp(now) })
    .where('id', '=', sid)
    .execute();
}
