import { hasRole } from '#core/access/views.ts';
import type { Db } from '#core/db/database.ts';
import { type PersonRows, partWith } from '#core/persons.ts';
import { type Released, releaseHeld } from '#features/kitchen/appliances/release.ts';

/**
 * What becomes of a company when one of its users has ceased to be a USER or is gone: nothing while it has another USER. The last
 * one's company lets go of its appliances and parts from the people it invited; its records stay its own.
 * @returns what was released, with the codes that claim it
 */
export async function partFromLastUser(
  db: Db,
  persons: PersonRows,
  companyId: string,
  now: number,
): Promise<Released[]> {
  // Two who are the last and go at once come here one after the other.
  await db.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute();
  const other = await db
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', companyId)
    .where(hasRole('app_user', 'USER'))
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (other) return [];
  // The kitchens before what stands in them: with nobody left they are deleted, and the alarm rounds lock in this order.
  await db
    .selectFrom('laboratory')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .forUpdate()
    .execute();
  await partWith(db, persons, 'lastUser', { id: companyId, now });
  return releaseHeld(db, persons, { companyId, now });
}
