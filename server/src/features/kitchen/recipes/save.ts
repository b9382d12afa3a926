import type { RecipeBody } from '@brina/contract/calls/kitchen/recipes';
import { readDefinition } from '@brina/contract/recipe-definition';
import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { isIconName } from '@brina/domain/recipes/icons';
import { packageOf, type RecipeDefinition, recipeLimits, type versionCauses } from '@brina/domain/recipes/recipe';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { Refusal, type RefusedField, refuse, refuseBroken } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { definitionHash } from './definition-hash.ts';
import { dropVersions } from './named.ts';
import { nameOf } from './recipes.queries.ts';

/** A cycle that may be kept, with what is derived from it. */
export type CheckedRecipe = {
  readonly body: RecipeBody;
  readonly definition: RecipeDefinition;
  readonly hash: string;
};

/** What was kept. */
export type Saved = { readonly id: string; readonly number: number; readonly version: number };

/**
 * What no two titles of a company share: neither case, nor width, nor spaces tell them apart. By way of the upper case, which spells ß as
 * SS and knows one sigma.
 */
export const titleKey = (title: string): string =>
  title.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();

/** A fault of a definition as a refused field: `definition.phases.1.air` → `body.definition.phases[1].air`. */
const fieldOf = ({ path, code, ...limits }: StartFault): RefusedField => ({
  path: `body.${path.replace(/\.(\d+)(?=\.|$)/g, '[$1]')}`,
  code,
  ...limits,
});

/** @throws Refusal `recipe_invalid` with the faults at their fields */
export function checked(body: RecipeBody): CheckedRecipe {
  const read = readDefinition(body.definition);
  const iconFaults: readonly RefusedField[] = isIconName(body.icon) ? [] : [{ path: 'body.icon', code: 'invalid' }];
  if ('definition' in read && iconFaults.length === 0) return { body, ...read, hash: definitionHash(read.definition) };
  const faults = 'faults' in read ? read.faults.map(fieldOf) : [];
  throw new Refusal('recipe_invalid', 422, { fields: [...faults, ...iconFaults] });
}

/** Two of a company have the same title. */
export const titleTaken = refuseBroken('recipe_title', 'recipe_title_taken', 409);

/** Holds a company's library for this transaction: what is looked up in it stays so until what is written is there. */
export const holdLibrary = (db: Db, company: string): Promise<unknown> =>
  db.selectFrom('company').select('id').where('id', '=', company).forNoKeyUpdate().execute();

/**
 * Holds the company's library for this transaction and looks whether so many cycles still fit.
 * @throws Refusal `recipe_full`
 */
export async function requireRoom(db: Db, company: string, cycles: number): Promise<void> {
  await holdLibrary(db, company);
  const { n } = await db
    .selectFrom('recipe')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('company_id', '=', company)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(n) + cycles > recipeLimits.recipes) refuse('recipe_full', 409, { max: recipeLimits.recipes });
}

const columnsOf = ({ body, definition, hash }: CheckedRecipe) => ({
  family: definition.family,
  function: definition.family === 'PL' ? null : definition.function,
  package: packageOf(definition),
  hash,
  title: body.title,
  title_key: titleKey(body.title),
  description: body.description,
  language: body.language,
  texts: jsonb(body.texts),
  icon: body.icon,
  colour: body.colour,
  sector: body.sector,
});

type By = { readonly user: string; readonly now: number };

/** Keeps a new cycle, version 1. */
export async function insertRecipe(
  db: Db,
  recipe: CheckedRecipe & By & { readonly company: string; readonly cause: (typeof versionCauses)[number] },
): Promise<Saved> {
  const { company, user, now, cause } = recipe;
  const at = timestamp(now);
  const by = { created_at: at, created_by: user, edited_at: at, edited_by: user };
  const saved = await db
    .insertInto('recipe')
    .values({ id: newId(now), company_id: company, version: 1, ...columnsOf(recipe), ...by })
    .returning(['id', 'number', 'version'])
    .executeTakeFirstOrThrow()
    .catch(titleTaken);
  await keepVersion(db, saved, recipe, cause);
  await offerIn(db, saved.id, recipe.body.laboratoryIds);
  return saved;
}

/**
 * Overwrites a cycle that nobody has saved since it was looked at. Its version counts what it does: words, icon and colour leave it as it
 * is, though not the number of the edit, or of two people the second would undo what the first wrote.
 * @throws Refusal `recipe_changed` with who saved which version, `recipe_title_taken`, `not_found`
 */
export async function overwriteRecipe(
  db: Db,
  recipe: CheckedRecipe &
    By & { readonly id: string /** Number of the edit that was looked at. */; readonly looked: number },
): Promise<Saved> {
  const { id, looked, user, now, hash } = recipe;
  const present = await db
    .selectFrom('recipe as r')
    .select(['r.version', 'r.edit', 'r.hash', 'r.number', 'r.edited_at', 'r.edited_by'])
    .where('r.id', '=', id)
    .where('r.deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!present) refuse('not_found', 404);
  if (present.edit !== looked) {
    const editor = db.selectFrom('app_user as u').select(nameOf('u').as('name')).where('u.id', '=', present.edited_by);
    const by = (await editor.executeTakeFirst())?.name ?? '–';
    refuse('recipe_changed', 412, { version: present.version, by, at: present.edited_at });
  }
  const version = present.hash === hash ? present.version : present.version + 1;
  await db
    .updateTable('recipe')
    .set({ ...columnsOf(recipe), version, edit: present.edit + 1, edited_at: timestamp(now), edited_by: user })
    .where('id', '=', id)
    .execute()
    .catch(titleTaken);
  const saved = { id, number: present.number, version };
  if (version === present.version) await keepAssumed(db, saved, recipe);
  else {
    await keepVersion(db, saved, recipe, 'overwrite');
    await dropVersions(db, id, version);
  }
  await db.deleteFrom('recipe_laboratory').where('recipe_id', '=', id).execute();
  await offerIn(db, id, recipe.body.laboratoryIds);
  return saved;
}

/** What load is assumed makes no other version, but it is kept. */
const keepAssumed = (db: Db, { id, version }: Saved, { definition }: CheckedRecipe): Promise<unknown> =>
  db
    .updateTable('recipe_version')
    .set({ definition: jsonb(definition) })
    .where('recipe_id', '=', id)
    .where('version', '=', version)
    .execute();

async function keepVersion(
  db: Db,
  { id, version }: Saved,
  { body, definition, hash, user, now }: CheckedRecipe & By,
  cause: (typeof versionCauses)[number],
): Promise<void> {
  await db
    .insertInto('recipe_version')
    .values({
      recipe_id: id,
      version,
      definition: jsonb(definition),
      hash,
      title: body.title,
      at: timestamp(now),
      by_user: user,
      cause,
    })
    .execute();
}

async function offerIn(db: Db, id: string, laboratories: readonly string[]): Promise<void> {
  const rows = [...new Set(laboratories)].map((laboratory) => ({ recipe_id: id, laboratory_id: laboratory }));
  if (rows.length > 0) await db.insertInto('recipe_laboratory').values(rows).execute();
}
