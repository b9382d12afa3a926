import { getFavourites, resolveFavourites, updateFavourites } from '@brina/contract/calls/kitchen/favourites';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import { createRecipe } from '@brina/contract/calls/kitchen/recipes';
import { answered } from '@brina/domain/cycles/favourites';
import { rightsOf } from '#core/access/rights.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, type HandlerContext, handle } from '#core/http/handle.ts';
import { Refusal, refuse } from '#core/http/refusal.ts';
import { cycleOf, fitOf, runnerOf } from '#features/kitchen/recipes/recipes.queries.ts';
import { presentPlace, shelfOf } from './cycles-in-places.ts';
import { keepWishes, lookedAt, placeAt, type Told, wishFor } from './held-places.ts';
import { editOf, noEdit, placesOf, type Wish } from './places.ts';

const rights = { edit: updateFavourites, save: createRecipe, run: runRecipe } as const;

const get = handle(getFavourites, async ({ db, caller, params, locale }) => {
  const runner = await runnerOf(db, params.id);
  const may = rightsOf(caller, rights);
  const places = (await placesOf(db, [runner.appliance])).get(runner.appliance);
  if (!places) return { told: false, edit: noEdit, slots: [], may };
  const shelf = await shelfOf(db, runner.company, [places]);
  const slots = places.all.map((place) => presentPlace(place, { runner, places, shelf, locale }));
  return { told: true, edit: editOf(places), slots, may };
});

/** What places are to hold; of two wishes for one place the later counts. */
async function wishesOf(
  { db, caller }: Pick<HandlerContext, 'db' | 'caller'>,
  { runner, places }: Told,
  asked: readonly { slot: number; recipeId: string | null; version?: number | undefined }[],
): Promise<Wish[]> {
  const wishes = new Map<number, Wish>();
  for (const [index, { slot, recipeId, version }] of asked.entries()) {
    const cycle = recipeId === null ? null : ((await cycleOf(db, recipeId, { version })) ?? refuse('not_found', 404));
    if (cycle && fitOf(cycle.definition, runner).kind === 'refused')
      throw new Refusal('not_compatible', 422, {
        fields: [{ path: `body.slots[${index}].recipeId`, code: 'not_compatible' }],
      });
    const portal = cycle && { number: cycle.number, version: cycle.version, hash: cycle.hash };
    wishes.set(slot, wishFor(placeAt(places, slot), portal, caller.userId));
  }
  return [...wishes.values()];
}

/** Looking at favourites and changing them. */
export const favouriteHandlers = ({ bus }: Parts): Handled[] => [
  get,
  handle(updateFavourites, async ({ params, headers, body, ...context }) => {
    const told = await lookedAt(context.db, params.id, headers['if-match']);
    const wishes = await wishesOf(context, told, body.slots);
    await keepWishes(bus, context, [{ ...told, wishes }]);
    await context.audit('favourites.update', params.id, { count: wishes.length });
    return { code: '200' };
  }),
  handle(resolveFavourites, async ({ params, headers, body, ...context }) => {
    const told = await lookedAt(context.db, params.id, headers['if-match']);
    const wishes = body.slots.flatMap(({ slot, keep }) => {
      const { merged, unit } = placeAt(told.places, slot);
      if (merged.open !== 'differs') return [];
      const { base, portal } = answered({ ...merged, unit }, keep);
      return [{ slot, base, portal, by: context.caller.userId }];
    });
    await keepWishes(bus, context, [{ ...told, wishes }]);
    await context.audit('favourites.resolve', params.id, { count: wishes.length });
    return { code: '200' };
  }),
];
