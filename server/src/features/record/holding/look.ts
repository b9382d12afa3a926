import { isLookLate } from '@brina/domain/haccp/holding/look';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { append } from '#features/record/ledger/append.ts';
import { signerOf } from '#features/record/signatures/signers.ts';

type Look = {
  company: string;
  laboratory: string;
  day: string;
  /** Of the kitchen: by its clock a look is late. */
  timeZone: string;
  by: Pick<Caller, 'userId' | 'role' | 'member'>;
};

/**
 * Keeps that somebody has looked at what a kitchen held in a day of its calendar, and found all right, at `now`, epoch ms, and enters it into
 * the book of its company: comes last in the transaction. Who said so first stays.
 * @returns whether nobody had said so before
 */
export async function keepLook(
  db: Db,
  { company, laboratory, day, timeZone, by }: Look,
  now: number,
): Promise<boolean> {
  const { signer, entries } = await signerOf(db, by, company, now);
  const id = newId(now);
  const isLate = isLookLate(day, timeZone, now);
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('hold_look')
    .values({
      laboratory_id: laboratory,
      day,
      user_id: by.userId,
      at: timestamp(now),
      id,
      signer: signer.id,
      is_late: isLate,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  const isFirst = numInsertedOrUpdatedRows > 0n;
  const content = { v: 1, laboratory, day, timeZone, isLate, person: signer };
  await append(db, [
    ...entries,
    ...(isFirst ? [{ company, kind: 'look' as const, id, isNew: true, rev: 1, at: now, content }] : []),
  ]);
  return isFirst;
}
