import { membershipRoles } from '@brina/domain/people/roles';
import { iconNames } from '@brina/domain/recipes/icons';
import { paletteIndexes } from '@brina/domain/recipes/palette';
import { recipeFamilies, recipeLimits } from '@brina/domain/recipes/recipe';
import * as z from 'zod/mini';
import { call, coded, json } from '../../wire/call.ts';
import { id } from '../../wire/ids.ts';

/** The cycles that a person has put on the own dashboard, to have them a tap away (S4.15). */

const recipeId = '0198c0de-0000-7000-8000-0000000000d1';
const persons = { roles: ['USER'], members: membershipRoles } as const;

/** A cycle as the dashboard shows it. */
const pinnedRecipe = z.object({
  id: z.string(),
  number: z.int(),
  title: z.string(),
  family: z.enum(recipeFamilies),
  /** In the numbering of its family; null: a plan of a prover. */
  function: z.nullable(z.int()),
  icon: z.enum(iconNames),
  colour: z.literal(paletteIndexes),
});
export type PinnedRecipe = z.output<typeof pinnedRecipe>;

export const listPinnedRecipes = call({
  id: 'recipes.pinned',
  spec: 'S4.15',
  summary: `Cycles that the caller has put on the own dashboard, the first one first; at most ${recipeLimits.pinned}`,
  method: 'GET',
  path: '/api/v1/appliance/pinned-recipes',
  ...persons,
  reply: json(z.array(pinnedRecipe)),
  errors: [],
  example: {
    reply: [
      { id: recipeId, number: 1042, title: 'Ragù of the house', family: 'MF', function: 0, icon: 'pot', colour: 6 },
    ],
  },
});

export const pinRecipe = call({
  id: 'recipes.pin',
  spec: 'S4.15',
  summary: 'Puts a cycle on the caller’s own dashboard; one that is there stays where it is',
  method: 'PUT',
  path: '/api/v1/appliance/pinned-recipes/{recipeId}',
  ...persons,
  silent: true,
  params: z.object({ recipeId: id('recipe') }),
  reply: coded(),
  errors: ['company_missing', 'recipe_pins_full'],
  example: { params: { recipeId }, reply: { code: '200' } },
});

export const unpinRecipe = call({
  id: 'recipes.unpin',
  spec: 'S4.15',
  summary: 'Takes a cycle off the caller’s own dashboard',
  method: 'DELETE',
  path: '/api/v1/appliance/pinned-recipes/{recipeId}',
  ...persons,
  silent: true,
  params: z.object({ recipeId: id('recipe') }),
  reply: coded(),
  errors: [],
  example: { params: { recipeId }, reply: { code: '200' } },
});

export const recipePinCalls = [listPinnedRecipes, pinRecipe, unpinRecipe] as const;
