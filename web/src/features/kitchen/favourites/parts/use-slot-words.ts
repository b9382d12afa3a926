import type { FavouriteSlot, SlotCycle } from '@brina/contract/calls/kitchen/favourites';
import { isRefusal } from '@brina/domain/appliance/refusals';
import { refusalMessages } from '@brina/domain/appliance/refusals.messages';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { type Spoken, useFitWords } from '../../library/use-fit-words.ts';
import { favouriteMessages } from '../favourites.messages.ts';

/** What a cycle of a place is called. */
export function useTitleOf(): (cycle: SlotCycle) => string {
  const { t } = useMessages(favouriteMessages);
  return ({ title }) => title ?? t('unnamed');
}

/** Sentences about a place: why it was not taken, who changed it, what it could hold. */
export function useSlotWords(appliance: Spoken) {
  const { t } = useMessages(favouriteMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const format = useFormat();
  const fits = useFitWords();
  return {
    reason: ({ reason }: FavouriteSlot): string | null => {
      // Limits and names of alarms are not told with it: such a reason is said by its state alone.
      if (reason === null || !isRefusal(reason) || reason === 'out_of_range' || reason === 'alarm_blocks') return null;
      return reason === 'ready_too_soon' || reason === 'ready_too_late' ? null : refusal(reason);
    },
    history: ({ changedThere, cycle, at, by }: FavouriteSlot): string | null => {
      if (at === null) return null;
      const when = format.dateTime(at);
      if (changedThere) return t(cycle ? 'changedThere' : 'emptiedThere', { when });
      return by === null ? null : t('chosenBy', { when, name: by });
    },
    left: ({ left }: FavouriteSlot): string | null =>
      left
        ? [t('left', { title: left.title }), fits.against(left.fit, { family: 'MF' }, appliance)]
            .filter(Boolean)
            .join('. ')
        : null,
  };
}
