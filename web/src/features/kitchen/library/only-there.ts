import type { FavouriteSlot, SlotCycle } from '@brina/contract/calls/kitchen/favourites';

/** What would be lost with a place: a cycle that was made at the panel and is in no library; that of the appliance first. */
export const onlyThere = ({ unit, cycle }: Pick<FavouriteSlot, 'unit' | 'cycle'>): SlotCycle | null =>
  [unit, cycle].find((one) => one != null && one.recipeId === null && one.definition !== null) ?? null;
