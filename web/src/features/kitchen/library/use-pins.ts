import { listPinnedRecipes, pinRecipe, unpinRecipe } from '@brina/contract/calls/kitchen/recipe-pins';
import type { RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { useQuery } from '@tanstack/react-query';
import { useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { myCyclesMessages } from './my-cycles.messages.ts';

/** Puts cycles on the reader's dashboard and takes them off; both say so. `isPinned`: null until it is known. */
export function usePins() {
  const { t } = useMessages(myCyclesMessages);
  const failed = useFailureToast();
  const pins = useQuery(callQuery(listPinnedRecipes, {})).data;
  const refresh = { refresh: [listPinnedRecipes] };
  const putOn = useCall(pinRecipe, refresh);
  const takeOff = useCall(unpinRecipe, refresh);
  const act = async (done: Promise<unknown>, text: string) => {
    try {
      await done;
      showToast({ kind: 'success', text });
    } catch (cause) {
      failed(cause);
    }
  };
  return {
    isPinned: (id: string): boolean | null => pins?.some((one) => one.id === id) ?? null,
    pin: ({ id, title }: Pick<RecipeHead, 'id' | 'title'>) =>
      act(putOn.send({ params: { recipeId: id } }), t('pinned', { title })),
    unpin: ({ id, title }: Pick<RecipeHead, 'id' | 'title'>) =>
      act(takeOff.send({ params: { recipeId: id } }), t('unpinned', { title })),
  };
}
