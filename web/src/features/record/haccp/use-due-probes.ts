import type { CheckedProbe } from '@brina/contract/calls/record/checks';
import { useSearchTexts } from '../../../lib/search-texts.ts';
import { useProbes } from '../checks/use-checks.ts';

/** The probes of the kitchen that the book shows, or of all, that somebody has to check soon, or should have. */
export function useDueProbes(): readonly CheckedProbe[] {
  const { labId } = useSearchTexts();
  const { data } = useProbes({});
  return data?.filter((one) => one.state !== 'ok' && (!labId || one.labId === labId)) ?? [];
}
