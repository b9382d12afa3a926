import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { getFavourites } from '@brina/contract/calls/kitchen/favourites';
import { listPinnedRecipes } from '@brina/contract/calls/kitchen/recipe-pins';
import { filterRecipes, getRecipe } from '@brina/contract/calls/kitchen/recipes';
import { listSchedules } from '@brina/contract/calls/kitchen/schedules';

/** The reading calls that name cycles of the library: their answers are old once one is saved, deleted or brought back. */
export const cycleCalls = [filterRecipes, getRecipe, listPinnedRecipes, listSchedules, getFavourites, listCycles];
