import type { OwnedKind } from '@brina/contract/ids';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Caller } from './caller.ts';

/**
 * Ownership, one function per kind of thing: of some ids, those this caller may touch. The router runs it before any
 * handler, for every id of the request (docs/SECURITY.md); an id that is foreign answers exactly like one that does not exist.
 */
type Scope = (db: Db, companyId: string, ids: readonly string[]) => Promise<readonly { id: string }[]>;

const scopes: Record<OwnedKind, Scope> = {
  appliance: async (db, companyId, ids) =>
    (
      await sql<{ id: string }>`
        select a.serial as id from appliance a join tenure t on t.appliance = a.id
        where a.serial = any(${ids}::text[]) and t.company_id = ${companyId} and t.to_at is null`.execute(db)
    ).rows,
  applianceRecord: async (db, companyId, ids) =>
    (
      await sql<{ id: string }>`
        select distinct a.serial as id from appliance a join tenure t on t.appliance = a.id
        where a.serial = any(${ids}::text[]) and t.company_id = ${companyId}`.execute(db)
    ).rows,
  laboratory: async (db, companyId, ids) =>
    (
      await sql<{ id: string }>`
        select id::text from laboratory where id = any(${ids}::uuid[]) and company_id = ${companyId}`.execute(db)
    ).rows,
  command: async (db, companyId, ids) =>
    (
      await sql<{ id: string }>`
        select c.id::text from command c join tenure t on t.appliance = c.appliance
        where c.id = any(${ids}::uuid[]) and c.company_id = ${companyId}
          and t.company_id = ${companyId} and t.to_at is null`.execute(db)
    ).rows,
  batch: async (db, companyId, ids) =>
    (
      await sql<{ id: string }>`
        select b.id::text from batch b join tenure t on t.appliance = b.appliance
        where b.id = any(${ids}::uuid[]) and t.company_id = ${companyId}
          and t.from_at <= b.started_at and (t.to_at is null or b.started_at < t.to_at)`.execute(db)
    ).rows,
};

/** Whether the caller may touch all of these ids of one kind. */
export async function ownsAll(db: Db, caller: Caller, kind: OwnedKind, ids: readonly string[]): Promise<boolean> {
  if (caller.companyId === null) return false;
  const owned = await scopes[kind](db, caller.companyId, ids);
  return new Set(ids).size === owned.length;
}
