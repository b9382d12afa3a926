import type { IdKind } from '@brina/contract/wire/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Caller } from './caller.ts';
import { isStaff, sharedWith, viewOf } from './views.ts';

/**
 * Ownership, one function per kind of thing: of some ids, those this caller may touch. The router runs it before any
 * handler, for every id of the request (docs/SECURITY.md); an id that is foreign answers exactly like one that does not exist.
 */
type Scope = (caller: Caller, ids: readonly string[]) => RawBuilder<{ id: string }>;

const scopes: Record<IdKind, Scope> = {
  appliance: (caller, ids) => sql`
    select a.serial as id from appliance a join ${viewOf(caller)} v on v.appliance = a.id
    where a.serial = any(${ids}::text[]) and v.to_at is null`,
  applianceRecord: (caller, ids) => sql`
    select distinct a.serial as id from appliance a join ${viewOf(caller)} v on v.appliance = a.id
    where a.serial = any(${ids}::text[])`,
  companyAppliance: (caller, ids) => sql`
    select a.serial as id from appliance a join tenure t on t.appliance = a.id
    where a.serial = any(${ids}::text[]) and t.company_id = ${caller.companyId} and t.to_at is null`,
  laboratory: (caller, ids) => sql`
    select l.id::text from laboratory l
    where l.id = any(${ids}::uuid[]) and l.company_id = ${caller.companyId} and ${seesLaboratory(caller, 'l.id')}`,
  command: (caller, ids) => sql`
    select c.id::text from command c join tenure t on t.appliance = c.appliance
    where c.id = any(${ids}::uuid[]) and c.company_id = ${caller.companyId}
      and t.company_id = ${caller.companyId} and t.to_at is null and ${sharedWith(caller, 't.appliance')}`,
  batch: (caller, ids) => sql`
    select b.id::text from batch b join tenure t on t.appliance = b.appliance
    where b.id = any(${ids}::uuid[]) and t.company_id = ${caller.companyId}
      and t.from_at <= b.started_at and (t.to_at is null or b.started_at < t.to_at) and ${sharedWith(caller, 't.appliance')}`,
  member: (caller, ids) => sql`
    select asked.id from unnest(${ids}::text[]) asked(id)
    where exists (
      select from membership m join app_user u on u.id = m.user_id
      where lower(u.email) = lower(asked.id) and m.company_id = ${caller.companyId})`,
  membership: (caller, ids) => sql`
    select id::text from membership where id = any(${ids}::uuid[]) and user_id = ${caller.userId}`,
  session: (caller, ids) => sql`
    select id::text from session where id = any(${ids}::uuid[]) and user_id = ${caller.userId} and ended_at is null`,
  user: (caller, ids) => sql`
    select id::text from app_user where id = any(${ids}::uuid[]) and erased_at is null and ${isStaff(caller)}`,
  anyAppliance: (caller, ids) => sql`
    select serial as id from appliance where serial = any(${ids}::text[]) and ${isStaff(caller)}`,
  news: (caller, ids) => sql`select id::text from news where id = any(${ids}::uuid[]) and ${isStaff(caller)}`,
};

/**
 * SQL condition that the caller sees a laboratory of its company: all of them, or for a KITCHEN_MANAGER those in which a
 * shared appliance stands.
 * @param laboratory column with the laboratory's id
 */
export const seesLaboratory = (caller: Pick<Caller, 'member'>, laboratory: string): RawBuilder<boolean> =>
  caller.member?.role === 'KITCHEN_MANAGER'
    ? sql<boolean>`exists (
        select from appliance inside
        where inside.laboratory_id = ${sql.ref(laboratory)} and ${sharedWith(caller, 'inside.id')})`
    : sql<boolean>`true`;

/** Whether the caller may touch all of these ids of one kind. */
export async function ownsAll(db: Db, caller: Caller, kind: IdKind, ids: readonly string[]): Promise<boolean> {
  const owned = await scopes[kind](caller, ids).execute(db);
  return new Set(ids).size === new Set(owned.rows.map(({ id }) => id)).size;
}
