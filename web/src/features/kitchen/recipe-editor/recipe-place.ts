import { pathOf } from '@brina/contract/screens';

/** The page of a cycle, where it is looked at under an appliance that one's. */
export const overviewOf = (recipeId: string, serialNumber: string | undefined): string =>
  serialNumber === undefined
    ? pathOf('recipe-overview', { recipeId })
    : `${pathOf('appliance-library', { serialNumber })}/cycle/${recipeId}`;
