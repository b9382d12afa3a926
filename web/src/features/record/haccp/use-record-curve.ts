import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { type RecordCurves, recordCurves } from '@brina/contract/words/record-curves';
import { recordCatalogues } from '@brina/contract/words/record-words';
import { useFormat } from '../../../lib/format.ts';
import { useSpeech } from '../../../lib/speech.ts';

/** The curves of a record as they are drawn; null for one without samples. */
export const useRecordCurves = (record: BatchRecord): RecordCurves | null =>
  recordCurves(useSpeech(recordCatalogues), useFormat(), record);
