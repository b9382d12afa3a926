import {
  listPinnedRecipes,
  type PinnedRecipe,
  pinRecipe,
  unpinRecipe,
} from '@brina/contract/calls/kitchen/recipe-pins';
import { recipeLimits } from '@brina/domain/recipes/recipe';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { cycleOf, cyclesByNumber, headOf, type LibraryCycle } from './recipes.queries.ts';

/** So many pins a person has, also of cycles that are deleted. */
const waiting_max = 4 * recipeLimits.pinned;

const ownPins = (db: Db, { userId, companyId }: Caller) =>
  db.selectFrom('recipe_pin').where('user_id', '=', userId).where('company_id', '=', companyId);

/** What somebody has put there, the oldest first. What was deleted since is left out, and there again once it is brought back. */
async function pinned(db: Db, caller: Caller): Promise<LibraryCycle[]> {
  const pins = await ownPins(db, caller).select('number').orderBy('at').orderBy('number').execute();
  const numbers = pins.map(({ number }) => number);
  const byNumber = await cyclesByNumber(db, caller.companyId, numbers);
  return numbers.flatMap((number) => byNumber.get(number) ?? []).slice(0, recipeLimits.pinned);
}

const list = handle(
  listPinnedRecipes,
  async ({ db, caller }): Promise<PinnedRecipe[]> =>
    (await pinned(db, caller)).map((cycle) => {
      const { id, number, title, family, function: code, icon, colour } = headOf(cycle, caller);
      return { id, number, title, family, function: code, icon, colour };
    }),
);

const pin = handle(pinRecipe, async ({ db, caller, params, clock }) => {
  const { userId, companyId } = caller;
  if (companyId === null) refuse('company_missing', 422);
  const { number } = (await cycleOf(db, params.recipeId)) ?? refuse('not_found', 404);
  // Two taps at once do not make nine.
  await db.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const pins = await pinned(db, caller);
  if (pins.some((one) => one.number === number)) return { code: '200' } as const;
  if (pins.length >= recipeLimits.pinned) refuse('recipe_pins_full', 409, { max: recipeLimits.pinned });
  // Those of deleted cycles wait for these to come back, but not without end.
  const { count } = await ownPins(db, caller)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= waiting_max)
    await db
      .deleteFrom('recipe_pin')
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId)
      .where('number', '!=', sql<number>`all(${pins.map((one) => one.number)}::int[])`)
      .execute();
  await db
    .insertInto('recipe_pin')
    .values({ user_id: userId, company_id: companyId, number, at: timestamp(clock.now()) })
    .onConflict((row) => row.doNothing())
    .execute();
  return { code: '200' } as const;
});

/** A cycle that was deleted since is taken off as well. */
const unpin = handle(unpinRecipe, async ({ db, caller, params }) => {
  const cycle = await cycleOf(db, params.recipeId, { deleted: true });
  if (!cycle) refuse('not_found', 404);
  await db
    .deleteFrom('recipe_pin')
    .where('user_id', '=', caller.userId)
    .where('company_id', '=', caller.companyId)
    .where('number', '=', cycle.number)
    .execute();
  return { code: '200' } as const;
});

/** What each person has put on the own dashboard. */
export const pinHandlers = [list, pin, unpin];
