import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { holdSheet, holdSheetCatalogues } from '@brina/contract/words/hold-sheet';
import { useFormat } from '../../../../lib/format.ts';
import { useSpeech } from '../../../../lib/speech.ts';
import { PaperDocument } from '../../../../ui/PaperSheet.tsx';

/** A day of holding as it is printed: what stands in its PDF, too. */
export function PaperDay({ record }: { record: HoldRecord }) {
  return <PaperDocument sheet={holdSheet(useSpeech(holdSheetCatalogues), useFormat(), record)} />;
}
