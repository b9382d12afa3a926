import { listSchedules } from '@brina/contract/calls/kitchen/schedules';
import type { Command } from '@brina/contract/live';
import type { Reply } from '@brina/contract/wire/call';
import { proposedFrom } from '@brina/domain/cycles/planned-start';
import { hour_ms, second_ms } from '@brina/domain/language/durations';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { now } from '../../../lib/clock.ts';
import { commandsKey } from '../../../lib/commands.ts';
import { callQuery, refresh } from '../../../lib/query.ts';

/** What the portal does at a moment it has done a little after it. */
const after_ms = 3 * second_ms;

/** How long until something may become of what is planned; false: nothing is. */
function nextChange(planned: Reply<typeof listSchedules> | undefined, now_ms: number): number | false {
  const moments = (planned?.open ?? [])
    .flatMap(({ at, until }) => [proposedFrom(at), at, until])
    .filter((moment) => moment > now_ms);
  // A timer holds no more than some weeks, and a machine may sleep meanwhile.
  return moments.length === 0 ? false : Math.min(Math.min(...moments) - now_ms + after_ms, hour_ms);
}

/**
 * What is planned on an appliance. It is asked for again when a proposal is sent or answered, and at the moments at which something lapses
 * without a word.
 */
export function usePlanned(serialNumber: string) {
  const client = useQueryClient();
  const answer = useQuery({
    ...callQuery(listSchedules, { params: { id: serialNumber } }),
    staleTime: 0,
    refetchInterval: ({ state }) => nextChange(state.data, now()),
  });
  // The page keeps the commands to the appliance fresh.
  const { data: commands } = useQuery<readonly Command[]>({ queryKey: commandsKey(serialNumber), queryFn: skipToken });
  const told = (commands ?? [])
    .filter(({ name }) => name === 'proposeStart' || name === 'withdrawStart')
    .map(({ id, v }) => `${id} ${v}`)
    .join();
  useEffect(() => {
    if (told !== '') void refresh(client, listSchedules);
  }, [client, told]);
  return answer;
}
