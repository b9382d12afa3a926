import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { newId } from '#core/ids.ts';
import { append } from './append.ts';

/** Contents of books that name a person: what is found by them goes with its account. */
export const contentsNaming = (userId: string) => sql`(book, ix) in (
  select e.book, e.ix from ledger_entry e join signer s on s.id::text = e.id and e.kind = 'person'
  where s.user_id = ${userId}::uuid)`;

/**
 * Says in the books that name a person that these contents were removed: the entries stay, and their hashes tell nothing without the salt
 * that went too. Comes after the contents are gone, last in the transaction.
 */
export async function enterErasure(db: Db, userId: string, now: number): Promise<void> {
  const rows = await db
    .selectFrom('ledger_entry as e')
    .innerJoin('signer as s', (join) => join.on(sql`s.id::text`, '=', sql.ref('e.id')))
    .select(['s.company_id', 'e.ix'])
    .where('e.kind', '=', 'person')
    .where('s.user_id', '=', userId)
    .orderBy('s.company_id')
    .orderBy('e.ix')
    .execute();
  const ofCompany = Map.groupBy(rows, ({ company_id }) => company_id);
  await append(
    db,
    Array.from(ofCompany, ([company, removed]) => ({
      company,
      kind: 'removal',
      id: newId(now),
      rev: 1,
      at: now,
      content: { v: 1, ranges: rangesOf(removed.map(({ ix }) => ix)), reason: 'person' },
    })),
  );
}

/** Ascending numbers as stretches without holes, each with both its ends. */
function rangesOf(ascending: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const ix of ascending) {
    const last = ranges.at(-1);
    if (last && ix === last[1] + 1) last[1] = ix;
    else ranges.push([ix, ix]);
  }
  return ranges;
}
