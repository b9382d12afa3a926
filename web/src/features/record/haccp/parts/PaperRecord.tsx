import type { BatchRecord } from '@brina/contract/calls/record/haccp';
import { recordSheet, sheetCatalogues } from '@brina/contract/words/record-sheet';
import { useFormat } from '../../../../lib/format.ts';
import { useSpeech } from '../../../../lib/speech.ts';
import { PaperDocument } from '../../../../ui/PaperSheet.tsx';

/** A record as it is printed: what stands in its PDF, too. */
export function PaperRecord({ record }: { record: BatchRecord }) {
  return <PaperDocument sheet={recordSheet(useSpeech(sheetCatalogues), useFormat(), record)} />;
}
