import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { recordCatalogues, recordWords } from '@brina/contract/words/record-words';
import { useFormat } from '../../../lib/format.ts';
import { useSpeech } from '../../../lib/speech.ts';

/** What the screen says of a record, in the same words as paper does. */
export const useRecordWords = (record: Pick<BatchRecord, 'timeZone' | 'startedAt' | 'rule'>) =>
  recordWords(useSpeech(recordCatalogues), useFormat(), record);
