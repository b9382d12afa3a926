import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hasRole, namesPartner } from './views.ts';

/** The people of a company, by user id; nobody of none. */
export async function peopleOf(db: Db, companyId: string | null): Promise<string[]> {
  if (companyId === null) return [];
  const rows = await db.selectFrom('app_user').select('id').where('company_id', '=', companyId).execute();
  return rows.map(({ id }) => id);
}

/** A user and everybody of its company, by user id: all of them see what one of them serves (S6.9). */
export async function colleaguesOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('app_user as me')
    .innerJoin('app_user as u', (join) => join.on(sql<boolean>`(u.id = me.id or u.company_id = me.company_id)`))
    .select('u.id')
    .where('me.id', '=', userId)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Everybody who serves a laboratory as it is named now, by user id (S6.9): the named account and its colleagues. Whoever
 * changes what a laboratory names, or what stands in it, tells their live sessions.
 */
export async function partnersOf(db: Db, laboratoryId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('laboratory as l')
    .innerJoin('app_user as named', (join) => join.on(namesPartner('l', 'named')))
    .innerJoin('app_user as u', (join) => join.on(sql<boolean>`(u.id = named.id or u.company_id = named.company_id)`))
    .select('u.id')
    .distinct()
    .where('l.id', '=', laboratoryId)
    .where(hasRole('u', 'SERVICE'))
    .execute();
  return rows.map(({ id }) => id);
}
