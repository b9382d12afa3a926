import { anyOf } from '#core/db/any-of.ts';
import { timestamp } from '#core/db/instants.ts';
import type { Parts } from '#core/feature.ts';
import { deadLinks } from './opened.queries.ts';

/**
 * Writes the end of links that open nothing any more: their maker may not make them, or what they opened is gone. Each page asks that by
 * itself; written down it stays so, whoever gets a right or a unit back.
 */
export async function endDeadLinks({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<boolean> {
  const dead = await db.read((tx) => deadLinks(tx, clock.now()));
  if (dead.length === 0) return false;
  await db.write((tx) =>
    tx
      .updateTable('inspection_link')
      .set({ ended_at: timestamp(clock.now()) })
      .where('id', '=', anyOf(dead))
      .where('ended_at', 'is', null)
      .execute(),
  );
  return false;
}
