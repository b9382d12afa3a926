/**
 * Commands in the query cache: one entry under `['commands', serial]` for each appliance that a page commands, the latest first. What
 * becomes of a command comes by live frames; the entry is asked for when a page needs it, and after a gap.
 */
import type { Command } from '@brina/contract/live';
import type { QueryClient } from '@tanstack/react-query';
import { mergeCommands } from './live-merge.ts';

/** Key of the latest commands to an appliance. */
export const commandsKey = (serial: string): readonly ['commands', string] => ['commands', serial];

/** What is known of the commands to an appliance, joined with what is told of them. */
export const joinCommands = (client: QueryClient, serial: string, told: readonly Command[]): Command[] =>
  mergeCommands(client.getQueryData<readonly Command[]>(commandsKey(serial)) ?? [], told);

/** Joins what a frame tells with an entry that somebody has asked for, even one whose first answer is still on its way. */
export function applyCommands(client: QueryClient, serial: string, told: readonly Command[]): void {
  const state = client.getQueryState(commandsKey(serial));
  if (told.length === 0 || !state) return;
  client.setQueryData(commandsKey(serial), joinCommands(client, serial, told));
  // What the portal could not answer is still unknown; the entry has forgotten that it is.
  if (state.status === 'error') void refetchCommands(client, serial);
}

/** Asks again for the commands of an appliance, or of all, where a page shows them. */
export const refetchCommands = (client: QueryClient, serial?: string): Promise<void> =>
  client.invalidateQueries({ queryKey: serial === undefined ? ['commands'] : commandsKey(serial) });
