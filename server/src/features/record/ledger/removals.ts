import { sql } from 'kysely';
import { anyOf } from '#core/db/any-of.ts';
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

/**
 * Takes away what all entries of these ids in a book were made of; the entries stay.
 * @returns where they stand, ascending; those whose content was gone already are not among them
 */
export async function takeContents(db: Db, book: string, ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .deleteFrom('ledger_content')
    .using('ledger_entry as e')
    .where('e.book', '=', book)
    .where('e.id', '=', anyOf(ids))
    .whereRef('ledger_content.book', '=', 'e.book')
    .whereRef('ledger_content.ix', '=', 'e.ix')
    .returning('ledger_content.ix')
    .execute();
  return rows.map(({ ix }) => ix).sort((a, b) => a - b);
}

/** Says in the book of a company that these contents were removed because records of before a moment are not kept any more. Comes last. */
export async function enterRetention(
  db: Db,
  { company, removed, before }: { company: string; removed: readonly number[]; before: number },
  now: number,
): Promise<void> {
  const content = { v: 1, ranges: rangesOf(removed), reason: 'retention', before };
  await append(db, [{ company, kind: 'removal', id: newId(now), isNew: true, rev: 1, at: now, content }]);
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
