import { listCycles } from '@brina/contract/calls/kitchen/cycles';
import { type FavouriteSlot, getFavourites, type SlotCycle } from '@brina/contract/calls/kitchen/favourites';
import { listPinnedRecipes } from '@brina/contract/calls/kitchen/recipe-pins';
import { filterRecipes, getRecipe, type RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { listSchedules } from '@brina/contract/calls/kitchen/schedules';
import { families } from '@brina/domain/appliance/families/families';
import type { FunctionKey } from '@brina/domain/appliance/functions';
import { compareNames } from '@brina/domain/language/name-order';
import { searchable } from '@brina/domain/language/searchable';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { timeToPaint } from '../../../lib/first-picture.ts';
import { callQuery } from '../../../lib/query.ts';
import { send } from '../../../lib/transport.ts';
import type { LibrarySearch, Sorting } from './library-search.ts';

/** The reading calls that name cycles of the library: their answers are old once one is saved, deleted or brought back. */
export const cycleCalls = [filterRecipes, getRecipe, listPinnedRecipes, listSchedules, getFavourites, listCycles];

const page_rows = 200;
/** So many fill a screen. */
const begin_rows = 24;

/** Which library is looked at. */
export type LibraryPlace = {
  /** Appliance that tells whether it runs each. */
  serialNumber?: string | undefined;
  laboratoryId?: string | undefined;
  deleted?: boolean;
};

const queryOf = ({ serialNumber, laboratoryId, deleted = false }: LibraryPlace) => ({
  ...(serialNumber !== undefined && { serialNumber }),
  ...(laboratoryId !== undefined && { laboratoryId }),
  ...(deleted && { deleted }),
});

const pageOf = (query: ReturnType<typeof queryOf>, page: number, nRows: number) =>
  callQuery(filterRecipes, { query, body: { page, nRows, filterAttributes: [] } });

/**
 * All cycles of a library, the last used first: 640 at most, so that every filter and key answers at once.
 * @param begins whether `begin` is of use: the first of them, before the others
 */
export function useLibrary(place: LibraryPlace, begins = false) {
  const query = queryOf(place);
  // Who asks for all tries again, and asks for these again then.
  const beginQuery = { ...pageOf(query, 0, begin_rows), retry: false };
  const begin = useQuery({ ...beginQuery, enabled: begins }).data?.items;
  const { data, error, refetch } = useQuery({
    queryKey: [filterRecipes.id, 'all', query] as const,
    queryFn: async ({ client, signal }): Promise<readonly RecipeHead[]> => {
      const ask = (page: number) => send(filterRecipes, pageOf(query, page, page_rows).queryKey[1], signal);
      if (begins) {
        await client.fetchQuery(beginQuery);
        // The first cards are drawn before the others come, which a slow phone would have to see to meanwhile.
        await timeToPaint();
      }
      const { items, total } = await ask(0);
      const others = Array.from({ length: Math.ceil(total / page_rows) - 1 }, (_, n) => ask(n + 1));
      return [...items, ...(await Promise.all(others)).flatMap((page) => page.items)];
    },
  });
  return { data, begin, error, refetch };
}

/** The portal is asked when the typing pauses, not at every letter. */
const pause_ms = 300;
const nobody: ReadonlySet<number> = new Set();

/**
 * Numbers of the cycles of a library that the portal finds by words of other languages, and by what was made with them; empty without
 * words. The same set as long as it holds the same.
 */
export function useFoundElsewhere(q: string, place: LibraryPlace): ReadonlySet<number> {
  const [asked] = useDebouncedValue(q, pause_ms);
  // What was found by the words before these is none of theirs.
  const isAsked = asked === q && q.length > 1;
  const { data } = useQuery({
    ...callQuery(filterRecipes, {
      query: queryOf(place),
      body: { page: 0, nRows: page_rows, filterAttributes: [{ attribute: 'text', value: asked }] },
    }),
    enabled: isAsked,
  });
  const found = isAsked ? data?.items : undefined;
  return useMemo(() => (found ? new Set(found.map(({ number }) => number)) : nobody), [found]);
}

/** Key of what a cycle does, whatever its family numbers it; a prover's plan is one of programmed proving. */
export const functionOf = ({ family, function: code }: Pick<RecipeHead, 'family' | 'function'>): FunctionKey | null =>
  code === null ? 'programmedProofing' : (families[family].functions[code]?.key ?? null);

const texts = new WeakMap<RecipeHead, string>();

/** What one sees of a cycle, as it is searched; made ready once, for a key is answered at once on a slow phone. */
function textOf(cycle: RecipeHead): string {
  const made = texts.get(cycle);
  if (made !== undefined) return made;
  const text = searchable(`${cycle.title} ${cycle.description} ${cycle.number}`);
  texts.set(cycle, text);
  return text;
}

/** The cycles that a search lets through, in its order. @param elsewhere those that the portal has found by its words besides */
export function narrowed(
  cycles: readonly RecipeHead[],
  search: LibrarySearch,
  elsewhere: ReadonlySet<number>,
): readonly RecipeHead[] {
  const { q = '', sort } = search;
  const words = q === '' ? [] : searchable(q).split(/\s+/);
  const found = cycles.filter(
    (cycle) =>
      (search.package === undefined || cycle.package === search.package) &&
      (search.sector === undefined || cycle.sector === search.sector) &&
      (search.function === undefined || functionOf(cycle) === search.function) &&
      (search.type === undefined || cycle.type === search.type) &&
      (search.family === undefined || cycle.family === search.family) &&
      (search.on === undefined || cycle.fit?.kind !== 'refused') &&
      (words.every((word) => textOf(cycle).includes(word)) || elsewhere.has(cycle.number)),
  );
  return sort === undefined ? found : found.toSorted(orders[sort]);
}

const orders: Readonly<Record<Sorting, (a: RecipeHead, b: RecipeHead) => number>> = {
  lastUsed: (a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0),
  uses: (a, b) => b.uses - a.uses,
  title: (a, b) => compareNames(a.title, b.title),
  edited: (a, b) => (b.editedAt ?? 0) - (a.editedAt ?? 0),
};

const recent_max = 6;

/** What ran lately: the first thing a kitchen looks for. */
export const recentOf = (cycles: readonly RecipeHead[]): readonly RecipeHead[] =>
  cycles
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .toSorted(orders.lastUsed)
    .slice(0, recent_max);

/** What would be lost with a place at a panel: a cycle that was made there and is in no library; that of the appliance first. */
export const onlyThere = ({ unit, cycle }: Pick<FavouriteSlot, 'unit' | 'cycle'>): SlotCycle | null =>
  [unit, cycle].find((one) => one != null && one.recipeId === null && one.definition !== null) ?? null;
