/**
 * Commands in the query cache: one entry for each appliance that a page commands, the latest first. What becomes of a command comes by
 * live frames; the entry is asked for when a page needs it, and after a gap.
 */
import { listCommands } from '@brina/contract/commands';
import type { Command } from '@brina/contract/live';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { mergeCommands } from './live-merge.ts';
import { send } from './transport.ts';

const nothing: readonly Command[] = [];

/** The latest commands to an appliance, whoever sent them. */
export const commandsQuery = (serial: string) => {
  const input = { params: { id: serial } };
  const queryKey = [listCommands.id, input] as const;
  return queryOptions<readonly Command[], Error, readonly Command[], typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const fetched = await send(listCommands, input, signal);
      return mergeCommands(client.getQueryData<readonly Command[]>(queryKey) ?? nothing, fetched);
    },
    // Frames keep the entry fresh, but who opens a page may have missed one of before.
    staleTime: 0,
  });
};

/** Joins what a frame tells with an entry that somebody has asked for, even one whose first answer is still on its way. */
export function applyCommands(client: QueryClient, serial: string, told: readonly Command[]): void {
  const { queryKey } = commandsQuery(serial);
  if (told.length === 0 || !client.getQueryState(queryKey)) return;
  client.setQueryData<readonly Command[]>(queryKey, (known = nothing) => mergeCommands(known, told));
}

/** Asks again for the commands of an appliance, or of all, where a page shows them. */
export function refetchCommands(client: QueryClient, serial?: string): void {
  const queryKey = serial === undefined ? [listCommands.id] : commandsQuery(serial).queryKey;
  void client.invalidateQueries({ queryKey });
}
