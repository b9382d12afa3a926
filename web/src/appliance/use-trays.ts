import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listTrays, type TrayTimer } from '@brina/contract/calls/kitchen/trays';
import { second_ms } from '@brina/domain/language/durations';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { send } from '../lib/transport.ts';
import { useNow } from '../lib/use-now.ts';
import { type Tray, timedIn, traysAt } from './trays.ts';

/**
 * The timers of an appliance, counted along by the portal's clock. They are asked for when they change: the reported value `panel` is told
 * live, and rises then. Without a run that has any, nothing is asked.
 */
export function useTrays(appliance: Appliance): { trays: readonly Tray[]; query: UseQueryResult<TrayTimer[]> } {
  const { serialNumber, may, twin } = appliance;
  const query = useQuery({
    queryKey: [listTrays.id, serialNumber, twin.reported.panel ?? null],
    queryFn: ({ signal }) => send(listTrays, { params: { id: serialNumber } }, signal),
    enabled: may.command && timedIn(appliance) !== null,
    placeholderData: keepPreviousData,
  });
  const moment = useNow(second_ms);
  return { trays: traysAt(query.data ?? none, moment), query };
}

const none: readonly TrayTimer[] = [];
