import { lengthWords } from '@brina/contract/words/lengths';
import { recordMessages } from '@brina/contract/words/record.messages';
import { useFormat } from '../../../lib/format.ts';
import { useSpeech } from '../../../lib/speech.ts';

/** Minutes beside their limit, with seconds where minutes alone would hide on which side of it they are. */
export const useMinutesBeside = () => lengthWords(useSpeech({ record: recordMessages }), useFormat()).minutes;
