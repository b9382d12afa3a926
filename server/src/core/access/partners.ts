import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * Everybody who serves a laboratory as it is named now, by user id (S6.9): the named account and its colleagues. Whoever
 * changes what a laboratory names, or what stands in it, tells their live sessions.
 */
export async function partnersOf(db: Db, laboratoryId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct u.id::text as id from laboratory l
    join app_user named on lower(named.email) = lower(l.assistance_center) and named.role like '%SERVICE%'
    join app_user u on u.id = named.id or u.company_id = named.company_id
    where l.id = ${laboratoryId}::uuid and u.role like '%SERVICE%'`.execute(db);
  return rows.map(({ id }) => id);
}
