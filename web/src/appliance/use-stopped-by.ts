import type { StoppedBy } from '@brina/contract/wire/values';
import { stoppedByWords } from '@brina/contract/words/run-words';
import { stoppedByMessages } from '@brina/domain/cycles/stopped-by.messages';
import { useSpeech } from '../lib/messages.ts';

const catalogues = { stoppedBy: stoppedByMessages } as const;

/** Who ended a run before its time, and where. */
export function useStoppedBy(): (one: StoppedBy) => string {
  const say = useSpeech(catalogues);
  return (one) => stoppedByWords(say, one);
}
