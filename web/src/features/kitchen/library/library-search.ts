/** What the library keeps in the URL: what narrows it, and in which order it stands (S2.22). */
import { filterRecipes } from '@brina/contract/calls/kitchen/recipes';
import { packages } from '@brina/domain/appliance/families/family';
import { functionKeys } from '@brina/domain/appliance/functions';
import { recipeFamilies, recipeSectors, recipeTypes } from '@brina/domain/recipes/recipe';

/** Values of each filter, all of one kind. */
const choices = {
  package: packages,
  sector: recipeSectors,
  function: functionKeys,
  type: recipeTypes,
  family: recipeFamilies,
} as const;

/** Name of a filter of which one value is chosen. */
export type ChoiceName = keyof typeof choices;
const choiceNames = Object.keys(choices) as readonly ChoiceName[];

/** Orders of the list; without one it stands as it was asked for. */
export const sortings = filterRecipes.list.orders;
export type Sorting = (typeof sortings)[number];

/** The library's search. */
export type LibrarySearch = { readonly [Name in ChoiceName]?: (typeof choices)[Name][number] } & {
  readonly q?: string;
  readonly kitchen?: string;
  /** Serial number of an appliance: what it runs. */
  readonly on?: string;
  readonly sort?: Sorting;
  /** The deleted ones. */
  readonly deleted?: '1';
  /** Also what the appliance of the page does not run. */
  readonly all?: '1';
};

/** A change of the search; what is undefined leaves the URL. */
export type SearchChange = { [Name in keyof LibrarySearch]?: LibrarySearch[Name] | undefined };

/** Reads the URL's search; what the library does not know is left out. */
export function readSearch(search: Readonly<Record<string, unknown>>): LibrarySearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    // A search for "45" is a number to a router that reads the URL as JSON.
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === text(name));
  const chosen = choiceNames.map((name) => [name, oneOf<string>(name, choices[name])] as const);
  return known({
    ...(Object.fromEntries(chosen) as SearchChange),
    q: text('q'),
    kitchen: text('kitchen'),
    on: text('on'),
    sort: oneOf('sort', sortings),
    deleted: oneOf('deleted', ['1']),
    all: oneOf('all', ['1']),
  });
}

/** The search after a change. */
export const changedSearch = (search: LibrarySearch, change: SearchChange): LibrarySearch =>
  known({ ...search, ...change });

const known = (search: SearchChange): LibrarySearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''));

/** How many filters are set, the search aside. */
export const filtersSet = (search: LibrarySearch): number =>
  [...choiceNames, 'kitchen', 'on', 'deleted'].filter((name) => search[name as keyof LibrarySearch] !== undefined)
    .length;

/** Whether nothing is narrowed, and the order is the one that it is asked for in. */
export const isPlain = (search: LibrarySearch): boolean =>
  filtersSet(search) === 0 && search.q === undefined && search.sort === undefined;

/** Lets everything through again. */
export const withoutFilters: SearchChange = {
  ...Object.fromEntries(choiceNames.map((name) => [name, undefined])),
  q: undefined,
  kitchen: undefined,
  on: undefined,
  deleted: undefined,
};
