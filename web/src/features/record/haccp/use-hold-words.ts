import { holdCatalogues, holdWords } from '@brina/contract/words/hold-words';
import { useFormat } from '../../../lib/format.ts';
import { useSpeech } from '../../../lib/speech.ts';

/** What list and page say of a day. */
export const useHoldWords = () => holdWords(useSpeech(holdCatalogues), useFormat());
