import type { StoppedBy } from '@brina/contract/wire/values';
import { stoppedByWords } from '@brina/contract/words/run-words';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { useMessages } from '../lib/messages.ts';

/** Who ended a run before its time, and where. */
export function useStoppedBy(): (one: StoppedBy) => string {
  const { t } = useMessages(stoppedByMessages);
  return (one) => stoppedByWords(t, one);
}
