import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import {
  type FavouriteSlot,
  type Favourites,
  getFavourites,
  resolveFavourites,
  type SlotCycle,
  updateFavourites,
} from '@brina/contract/calls/kitchen/favourites';
import { getRecipe } from '@brina/contract/calls/kitchen/recipes';
import type { SlotAnswer } from '@brina/domain/cycles/favourites';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, refresh, useCall } from '../../../lib/query.ts';
import { favouriteMessages } from './favourites.messages.ts';

/** What a place is to hold. */
export type Change = { slot: number; recipeId: string | null; version?: number };

/** The favourites of an appliance; asked for anew when something that is told live may have changed them. */
export function useFavourites({ serialNumber, online, cycleRunning, v, twin }: Appliance) {
  const client = useQueryClient();
  const told = [online, cycleRunning, v.commands, twin.reported.panel].join(' ');
  const last = useRef(told);
  useEffect(() => {
    if (last.current === told) return;
    last.current = told;
    void refresh(client, getFavourites);
  }, [client, told]);
  return useQuery(callQuery(getFavourites, { params: { id: serialNumber } }));
}

/** What a person does with favourites. Each tells whether it was done; what was refused is said in a toast. */
export function usePlaces(serialNumber: string, { edit, slots }: Pick<Favourites, 'edit' | 'slots'>) {
  const { t } = useMessages(favouriteMessages);
  const client = useQueryClient();
  const failed = useFailureToast();
  const update = useCall(updateFavourites, { refresh: [getFavourites, getRecipe] });
  const resolve = useCall(resolveFavourites, { refresh: [getFavourites, getRecipe] });
  const looked = { params: { id: serialNumber }, headers: { 'if-match': `"${edit}"` } };
  const isDone = (act: Promise<unknown>): Promise<boolean> =>
    act.then(
      () => true,
      (cause: unknown) => {
        failed(cause, t('failed'));
        // What stands on the screen may be old.
        void refresh(client, getFavourites);
        return false;
      },
    );
  const put = (changes: Change[]): Promise<boolean> => isDone(update.send({ ...looked, body: { slots: changes } }));
  return {
    isPending: update.isPending || resolve.isPending,
    put,
    /** A cycle goes to another place, and what is there to its own. */
    move: (from: number, to: number): Promise<boolean> => {
      const [here, there] = [slots[from - 1]?.cycle ?? null, slots[to - 1]?.cycle ?? null];
      return put([
        { slot: to, ...wanted(here) },
        { slot: from, ...wanted(there) },
      ]);
    },
    answer: (slot: number, keep: SlotAnswer): Promise<boolean> =>
      isDone(resolve.send({ ...looked, body: { slots: [{ slot, keep }] } })),
  };
}

export type PlaceActs = ReturnType<typeof usePlaces>;

/** What is asked of a person about a place. */
export type Asked = { readonly what: 'pick' | 'move' | 'keep' | 'run'; readonly slot: number };

/** A cycle of the library as a place is asked to hold it. */
const wanted = (cycle: SlotCycle | null): Omit<Change, 'slot'> =>
  cycle?.recipeId != null ? { recipeId: cycle.recipeId, version: cycle.version } : { recipeId: null };

/** Whether what is in a place can go to another one: nothing, or a cycle of the library. */
export const isMovable = ({ cycle, state }: FavouriteSlot): boolean =>
  state !== 'differs' && (cycle === null || cycle.recipeId !== null);
