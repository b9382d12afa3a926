import { duePage_rows, listDueChecks, listProbeChecks } from '@brina/contract/calls/record/checks';
import type { Input } from '@brina/contract/wire/call';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { useQueries, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/query.ts';

/** What a check did to records is told anew while some wait for it. */
const waiting_ms = 3 * second_ms;

/** What a new check makes old. */
export const refreshedByCheck = [listProbeChecks, listDueChecks] as const;

/** The checks of an appliance, the latest first. */
export const useChecks = (serial: string) =>
  useQuery({
    ...callQuery(listProbeChecks, { params: { serial } }),
    refetchInterval: ({ state }) => (state.data?.some(({ records }) => records.waiting > 0) ? waiting_ms : minute_ms),
  });

const probesQuery = (query: Input<typeof listDueChecks>['query']) => ({
  ...callQuery(listDueChecks, { query }),
  refetchInterval: 10 * minute_ms,
});

/** The probes of an appliance. */
export const useProbes = (serial: string) => useQuery(probesQuery({ serial }));

/**
 * The probes of a kitchen, an appliance or all that somebody has to check soon, or should have, those that are due first: a page of them, or
 * all; and how many there are.
 */
export function useOpenProbes(of: { labId?: string | undefined; serial?: string | undefined }, isWhole = false) {
  const query = {
    state: 'open' as const,
    ...(of.labId && { labId: of.labId }),
    ...(of.serial && { serial: of.serial }),
  };
  const first = useQuery(probesQuery(query));
  const total = first.data?.total ?? 0;
  const pages = isWhole ? Math.max(Math.ceil(total / duePage_rows) - 1, 0) : 0;
  const others = useQueries({
    queries: Array.from({ length: pages }, (_, nth) => probesQuery({ ...query, page: nth + 1 })),
  });
  return { total, probes: [first, ...others].flatMap(({ data }) => data?.items ?? []) };
}
