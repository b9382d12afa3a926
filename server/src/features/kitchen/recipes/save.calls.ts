import { createRecipe, deleteRecipe, restoreRecipe, updateRecipe } from '@brina/contract/calls/kitchen/recipes';
import type { Reply } from '@brina/contract/wire/call';
import { day_ms } from '@brina/domain/language/durations';
import { isPresetId, recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { dropDeleted } from './named.ts';
import { checked, holdLibrary, insertRecipe, overwriteRecipe, requireRoom, titleTaken } from './save.ts';

const create = handle(createRecipe, async ({ db, caller, body, clock, audit }): Promise<Reply<typeof createRecipe>> => {
  if (caller.companyId === null) refuse('company_missing', 422);
  const recipe = checked(body);
  await requireRoom(db, caller.companyId, 1);
  const saved = await insertRecipe(db, {
    ...recipe,
    company: caller.companyId,
    user: caller.userId,
    now: clock.now(),
    cause: 'create',
  });
  await audit('recipe.create', saved.id, { title: body.title });
  return { code: '200', body: saved };
});

const update = handle(
  updateRecipe,
  async ({ db, caller, params, headers, body, clock, audit }): Promise<Reply<typeof updateRecipe>> => {
    if (isPresetId(params.recipeId)) refuse('recipe_read_only', 409);
    const recipe = checked(body);
    const looked = Number(headers['if-match'].slice(1, -1));
    const saved = await overwriteRecipe(db, {
      ...recipe,
      id: params.recipeId,
      looked,
      user: caller.userId,
      now: clock.now(),
    });
    await audit('recipe.update', params.recipeId, { title: body.title });
    return { code: '200', body: saved };
  },
);

const remove = handle(deleteRecipe, async ({ db, caller, params, clock, audit }) => {
  if (isPresetId(params.recipeId)) refuse('recipe_read_only', 409);
  if (caller.companyId !== null) await holdLibrary(db, caller.companyId);
  const gone = await db
    .updateTable('recipe')
    .set({ deleted_at: timestamp(clock.now()) })
    .where('id', '=', params.recipeId)
    .where('deleted_at', 'is', null)
    .returning(['title', 'company_id'])
    .executeTakeFirst();
  if (!gone) refuse('not_found', 404);
  await dropDeleted(db, gone.company_id);
  await audit('recipe.delete', params.recipeId, { title: gone.title });
  return { code: '200' } as const;
});

const restore = handle(restoreRecipe, async ({ db, caller, params, clock, audit }) => {
  if (isPresetId(params.recipeId)) refuse('recipe_read_only', 409);
  if (caller.companyId !== null) await requireRoom(db, caller.companyId, 1);
  const since = timestamp(clock.now() - recipeLimits.deleted_days * day_ms);
  const back = await db
    .updateTable('recipe')
    .set({ deleted_at: null })
    .where('id', '=', params.recipeId)
    .where(sql<boolean>`deleted_at > ${since}`)
    .returning('title')
    .executeTakeFirst()
    .catch(titleTaken);
  if (!back) refuse('not_found', 404);
  await audit('recipe.restore', params.recipeId, { title: back.title });
  return { code: '200' } as const;
});

/** Keeping, overwriting, deleting and bringing back Custom cycles. */
export const savingHandlers = [create, update, remove, restore];
