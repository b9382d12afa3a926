import {
  type Command,
  type commandStates,
  getCommand,
  listCommands,
  sendCommand,
} from '@brina/contract/calls/kitchen/commands';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callQuery, useCall } from '../../../lib/query.ts';

/** How often the state of a command is asked for until it is final. */
const poll_ms = 1_000;

/** What became of the command that was sent last. */
export type CommandProgress = {
  name: string;
  /** Null until its row was read for the first time. */
  state: (typeof commandStates)[number] | null;
  /** Code of the refusals catalogue. */
  reason: string | null;
  /** Its row could not be read. */
  unreadable: boolean;
};

/** Sends a command; rejects when the portal refuses it at once, such as for an appliance that is offline. */
export type SendCommand = (name: string, args: Record<string, unknown>) => Promise<void>;

/** Sends commands to one appliance, and says what became of the last. */
export type CommandHandle = {
  send: SendCommand;
  isPending: boolean;
  progress: CommandProgress | null;
  dismiss: () => void;
};

const isFinal = (command: Command | undefined): boolean =>
  command?.state === 'done' || command?.state === 'rejected' || command?.state === 'expired';

/** Sends commands to an appliance and follows the last one until it is done, refused or expired. */
export function useCommand(serial: string): CommandHandle {
  const call = useCall(sendCommand, { refresh: [listCommands] });
  const [sent, setSent] = useState<{ name: string; id: string } | null>(null);
  const { data, isError } = useQuery({
    ...callQuery(getCommand, { params: { id: serial, commandId: sent?.id ?? '' } }),
    enabled: sent !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => (isFinal(state.data) ? false : poll_ms),
  });
  const dismiss = useCallback(() => setSent(null), []);
  return {
    send: async (name, args) => {
      const { body } = await call.send({ params: { id: serial }, body: { name, args } });
      setSent({ name, id: body.id });
    },
    isPending: call.isPending,
    progress: sent && {
      name: sent.name,
      state: data?.state ?? null,
      reason: data?.reason ?? null,
      unreadable: isError,
    },
    dismiss,
  };
}
