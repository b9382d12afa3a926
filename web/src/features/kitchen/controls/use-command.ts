import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import type { Command } from '@brina/contract/live';
import { second_ms } from '@brina/domain/language/durations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { commandsKey, joinCommands, refetchCommands } from '../../../lib/commands.ts';
import { useLiveState } from '../../../lib/live.ts';
import { useCall } from '../../../lib/query.ts';
import { send } from '../../../lib/transport.ts';

/** How often the commands are asked for while no live connection tells what becomes of them, or the last question has failed. */
const again_ms = 5 * second_ms;

/** What became of the command that was sent last. */
export type CommandProgress = {
  name: string;
  /** Null until its row is known. */
  state: Command['state'] | null;
  /** Code of the refusals catalogue. */
  reason: string | null;
  /** Its row could not be read. */
  unreadable: boolean;
};

/** Sends a command; rejects when the portal refuses it at once, such as for an appliance that is offline. */
export type SendCommand = (name: string, args: Record<string, unknown>) => Promise<void>;

/** Sends commands to one appliance, and says what became of the last, and of everybody's latest. */
export type CommandHandle = {
  send: SendCommand;
  isPending: boolean;
  progress: CommandProgress | null;
  dismiss: () => void;
  /** The latest commands to the appliance, whoever sent them; none for who may not command it. */
  latest: readonly Command[];
};

const nothing: readonly Command[] = [];

/** Sends commands to an appliance and follows the last one until it is done, refused or expired. */
export function useCommand({ serialNumber, may }: Appliance): CommandHandle {
  const client = useQueryClient();
  const call = useCall(sendCommand);
  const [sent, setSent] = useState<{ name: string; id: string } | null>(null);
  const isLive = useLiveState((state) => state === 'live');
  const {
    data: latest = nothing,
    isError,
    isFetching,
  } = useQuery({
    queryKey: commandsKey(serialNumber),
    queryFn: async ({ signal }) =>
      joinCommands(client, serialNumber, await send(listCommands, { params: { id: serialNumber } }, signal)),
    // Frames keep the entry fresh, but who opens a page may have missed one of before.
    staleTime: 0,
    enabled: may.command,
    refetchInterval: ({ state }) => (isLive && state.status !== 'error' ? false : again_ms),
  });
  const dismiss = useCallback(() => setSent(null), []);
  const row = sent && latest.find(({ id }) => id === sent.id);
  return {
    send: async (name, args) => {
      const { body } = await call.send({ params: { id: serialNumber }, body: { name, args } });
      setSent({ name, id: body.id });
      await refetchCommands(client, serialNumber);
    },
    isPending: call.isPending,
    progress: sent && {
      name: sent.name,
      state: row?.state ?? null,
      reason: row?.reason ?? null,
      unreadable: !row && isError && !isFetching,
    },
    dismiss,
    latest,
  };
}
