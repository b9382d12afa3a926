import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { recordMessages } from '@brina/contract/words/record.messages';
import { batchName } from '@brina/contract/words/record-words';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { modeMessages } from '@brina/domain/appliance/modes.messages';
import { useSpeech } from '../../../lib/speech.ts';

const catalogues = { function: functionMessages, mode: modeMessages, record: recordMessages } as const;

/** What a batch is called: by its function, and of a tray, or trolley, in a run that goes on by its number. */
export function useBatchName(): (model: string, batch: Pick<BatchRecord, 'function' | 'tray'>) => string {
  const say = useSpeech(catalogues);
  return (model, batch) => batchName(say, model, batch);
}
