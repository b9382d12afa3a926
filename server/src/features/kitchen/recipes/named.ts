import { recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';

/**
 * Whether nothing names a row of `recipe`: a run names its version for ever, and so does its record; what is in a place at a panel has a
 * name there.
 */
export const isUnnamed = sql<boolean>`not exists (select from cycle_run r where r.recipe_number = recipe.number)
  and not exists (select from favourite f where f.number = recipe.number)`;

const deletedOf = (db: Db, company: string) =>
  db.selectFrom('recipe').select('id').where('company_id', '=', company).where('deleted_at', 'is not', null);

/** Ids of the deleted cycles of a company that it can bring back: so many, those deleted last. */
export const lastDeleted = (db: Db, company: string) =>
  deletedOf(db, company).orderBy('deleted_at', 'desc').orderBy('id', 'desc').limit(recipeLimits.deleted);

/** Removes the deleted cycles of a company that were deleted before those, but for what something names. The caller holds the library. */
export async function dropDeleted(db: Db, company: string): Promise<void> {
  await db
    .deleteFrom('recipe')
    .where('id', 'in', deletedOf(db, company))
    .where('id', 'not in', lastDeleted(db, company))
    .where(isUnnamed)
    .execute();
}

/**
 * Removes the versions of a cycle that came before its last ones, but for what a run, a place at a panel or a planned start names.
 * @param present the number of its present version: they are counted without gaps
 */
export async function dropVersions(db: Db, id: string, present: number): Promise<void> {
  await db
    .deleteFrom('recipe_version as v')
    .where('v.recipe_id', '=', id)
    .where('v.version', '<=', present - recipeLimits.versions)
    .where(
      sql<boolean>`not exists (select from recipe c where c.id = v.recipe_id and (
        exists (select from cycle_run r where r.recipe_number = c.number and r.recipe_version = v.version)
        or exists (select from favourite f where f.number = c.number and f.version = v.version)
        or exists (select from scheduled_start s
          where s.company_id = c.company_id and s.number = c.number and s.version = v.version)))`,
    )
    .execute();
}
