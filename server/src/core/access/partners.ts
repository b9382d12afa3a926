import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { hasRole } from './views.ts';

/** The people of a company, by user id; nobody of none. */
export async function peopleOf(db: Db, companyId: string | null): Promise<string[]> {
  if (companyId === null) return [];
  const rows = await db.selectFrom('app_user').select('id').where('company_id', '=', companyId).execute();
  return rows.map(({ id }) => id);
}

/** A user and everybody of its company, by user id: all of them see what one of them serves (S6.9). */
export async function colleaguesOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from app_user me join app_user u on u.id = me.id or u.company_id = me.company_id
    where me.id = ${userId}::uuid`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Everybody who serves a laboratory as it is named now, by user id (S6.9): the named account and its colleagues. Whoever
 * changes what a laboratory names, or what stands in it, tells their live sessions.
 */
export async function partnersOf(db: Db, laboratoryId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id::text as id from laboratory l
    join app_user named on lower(named.email) = lower(l.assistance_center) and ${hasRole('named', 'SERVICE')}
    join app_user u on u.id = named.id or u.company_id = named.company_id
    where l.id = ${laboratoryId}::uuid and ${hasRole('u', 'SERVICE')}`.execute(db);
  return rows.map(({ id }) => id);
}
