import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import type { Command } from '@brina/contract/live';
import { second_ms } from '@brina/domain/language/durations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { commandsKey, joinCommands, refetchCommands } from '../../../lib/commands.ts';
import { useLiveState } from '../../../lib/live-state.ts';
import { useCall } from '../../../lib/query.ts';
import { sendOnce } from '../../../lib/send-once.ts';
import { send } from '../../../lib/transport.ts';
import { type Act, actOf, type Sent, sameMatter } from './acts.ts';

/** How often the commands are asked for while no live connection tells what becomes of them, or the last question has failed. */
const again_ms = 5 * second_ms;
/** How long a button shows that it is done. */
export const tick_ms = 2 * second_ms;

/** Sends a command; rejects when the portal refuses it at once, such as for an appliance that is offline. */
type SendCommand = (name: string, args: Record<string, unknown>) => Promise<void>;

/** Sends commands to one appliance, and says what became of those that were sent here, and of everybody's latest. */
export type CommandHandle = {
  /** From a dialog, which tells what the portal refuses at once; nothing is said of that at the control behind it. */
  send: SendCommand;
  /** From a control itself, which tells what the portal refuses at once, too. */
  press: SendCommand;
  isPending: boolean;
  /** What was sent from this page, the latest of each matter; one that is done only as long as its button says so. */
  acts: readonly Act[];
  /** The latest commands to the appliance, whoever sent them; none for who may not command it. */
  latest: readonly Command[];
};

const nothing: readonly Command[] = [];

/** Sends commands to an appliance and follows each until it is done, refused or expired. */
export function useCommand({ serialNumber, may }: Appliance): CommandHandle {
  const client = useQueryClient();
  const call = useCall(sendCommand);
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const count = useRef(0);
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
  const acts = sent.map((one) => actOf(one, latest, isError && !isFetching));

  const done = acts
    .filter(({ state }) => state === 'done')
    .map(({ key }) => key)
    .join();
  useEffect(() => {
    if (done === '') return undefined;
    const timer = setTimeout(
      () => setSent((all) => all.filter(({ key }) => !done.split(',').includes(`${key}`))),
      tick_ms,
    );
    return () => clearTimeout(timer);
  }, [done]);

  const sendFrom =
    (source: 'dialog' | 'control'): SendCommand =>
    async (name, args) => {
      count.current += 1;
      const one: Sent = { key: count.current, name, args, reply: null };
      const reply = (of: Sent['reply']) =>
        setSent((all) => all.map((other) => (other.key === one.key ? { ...other, reply: of } : other)));
      setSent((all) => [...all.filter((other) => !sameMatter(other, one)), one]);
      try {
        const { body } = await sendOnce(sendCommand, { params: { id: serialNumber }, body: { name, args } }, call.send);
        reply({ id: body.id });
      } catch (cause) {
        if (source === 'control') reply({ cause });
        else setSent((all) => all.filter(({ key }) => key !== one.key));
        throw cause;
      }
      await refetchCommands(client, serialNumber);
    };
  return {
    send: sendFrom('dialog'),
    press: sendFrom('control'),
    isPending: call.isPending,
    acts,
    latest,
  };
}
