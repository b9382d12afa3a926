/** What the dashboard keeps in the URL: which appliances, in which order, and how they are shown (S2.21). */

import { type Gamma, gammas } from '@brina/domain/appliance/families/family';
import { type FamilyCode, familyCodes } from '@brina/domain/appliance/families/family-code';
import { type Tone, tones } from '../../../ui/tones.ts';

/** What narrows the list. `attention`: only what somebody should look at. */
export type DashboardFilter = {
  /** Any of these kitchens. */
  kitchen?: readonly string[];
  category?: Gamma;
  family?: FamilyCode;
  status?: Tone;
  attention?: '1';
  q?: string;
};

/** Orders of the list beside the server's own, by kitchen and name. */
export const sortings = ['attention', 'model'] as const;
/** An order of the list. */
export type Sorting = (typeof sortings)[number];

/** All of the dashboard's search. */
export type DashboardSearch = DashboardFilter & {
  sort?: Sorting;
  /** Kitchens that are folded up; `none` for the appliances without one. */
  closed?: string[];
  /** The display for a kitchen's wall, and whether it is light; or the book of food records, which reads the rest by itself. */
  view?: 'wall' | 'records';
  light?: '1';
  /** Code of an appliance to add, from the label on it (S1.4). */
  activation?: string;
};

/** A change of the search; what is undefined leaves the URL. */
export type SearchChange = { [Name in keyof DashboardSearch]?: DashboardSearch[Name] | undefined };

const filterNames = [
  'kitchen',
  'category',
  'family',
  'status',
  'attention',
  'q',
] as const satisfies readonly (keyof DashboardFilter)[];

/** Reads the URL's search; what the dashboard does not know is left out. */
export function readSearch(search: Readonly<Record<string, unknown>>): DashboardSearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    // A search for "45" is a number to a router that reads the URL as JSON.
    return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined =>
    values.find((value) => value === text(name));
  const several = (name: string): string[] | undefined => {
    const values = [search[name] ?? []]
      .flat()
      .filter((value): value is string => typeof value === 'string' && value !== '');
    return values.length > 0 ? values : undefined;
  };
  return known({
    kitchen: several('kitchen'),
    category: oneOf('category', gammas),
    family: oneOf('family', familyCodes),
    status: oneOf('status', tones),
    attention: oneOf('attention', ['1']),
    q: text('q'),
    sort: oneOf('sort', sortings),
    closed: several('closed'),
    view: oneOf('view', ['wall', 'records']),
    light: oneOf('light', ['1']),
    activation: text('activation'),
  });
}

/** The search after a change. Whoever filters wants to see what was found: folded kitchens open. */
export function changedSearch(search: DashboardSearch, change: SearchChange): DashboardSearch {
  const opens = filterNames.some((name) => name in change && change[name] !== search[name]);
  return known({ ...search, ...(opens ? { closed: undefined } : {}), ...change });
}

/** Whether anything narrows the list. */
export const isFiltered = (filter: DashboardFilter): boolean => filterNames.some((name) => filter[name] !== undefined);

/** A change that shows everything again. */
export const withoutFilters: SearchChange = Object.fromEntries(filterNames.map((name) => [name, undefined]));

const known = (search: SearchChange): DashboardSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value.length > 0));
