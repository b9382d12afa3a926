import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';

/**
 * Keeps that somebody has looked at what a kitchen held in a day of its calendar, and found all right, at `now`, epoch ms. Who said so
 * first stays.
 * @returns whether nobody had said so before
 */
export async function keepLook(
  db: Db,
  { laboratory, day, user }: { laboratory: string; day: string; user: string },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('hold_look')
    .values({ laboratory_id: laboratory, day, user_id: user, at: timestamp(now) })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
