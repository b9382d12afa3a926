import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type Command, listCommands } from '@brina/contract/calls/kitchen/commands';
import { useQuery } from '@tanstack/react-query';
import { now } from '../../../lib/clock.ts';
import { callQuery } from '../../../lib/query.ts';
import { isUnderWay } from './wishes.ts';

/** How often it is asked while a command is under way, and while none is: somebody else may send one. */
const pending_ms = 1_500;
const quiet_ms = 30_000;

const nothing: readonly Command[] = [];

/** The latest commands to an appliance, whoever sent them; none for who may not command it. */
export function useLatestCommands({ serialNumber, may }: Appliance): readonly Command[] {
  const { data } = useQuery({
    ...callQuery(listCommands, { params: { id: serialNumber } }),
    enabled: may.command,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some((command) => isUnderWay(command, now())) ? pending_ms : quiet_ms),
  });
  return data ?? nothing;
}
