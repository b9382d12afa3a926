import { getCommand } from '@brina/contract/calls/kitchen/commands';
import { runRecipe } from '@brina/contract/calls/kitchen/recipe-runs';
import { second_ms } from '@brina/domain/language/durations';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { callQuery } from '../../../lib/query.ts';
import { sendOnce } from '../../../lib/send-once.ts';
import { send } from '../../../lib/transport.ts';

/** What became of a start on one appliance. */
export type Outcome =
  | { readonly state: 'sending' }
  /** The appliance has it and has not answered, or waits until somebody confirms at its panel. */
  | { readonly state: 'sent' | 'accepted' }
  | { readonly state: 'running' }
  /** Nothing runs: the sentence of the portal, or the code of the appliance's reason. */
  | { readonly state: 'refused'; readonly text?: string; readonly reason?: string };

/** Who asked what: the id of the command, or why it was not even sent. */
type Sent = { readonly id: string } | { readonly text: string } | 'sending';

/** How often it is asked what became of a start. */
const again_ms = second_ms;
const open: readonly string[] = ['sent', 'accepted'];

/** What is started on one appliance. */
export type RunArgs = { readonly serialNumber: string; readonly args: Readonly<Record<string, unknown>> };

/**
 * Starts a cycle on several appliances, each under a key of its own, so that a start that is repeated because its answer was lost is never
 * two; and follows each until it runs or does not.
 */
export function useStartRuns(recipeId: string, version: number) {
  const errorText = useErrorText();
  const [sent, setSent] = useState<Readonly<Record<string, Sent>>>({});
  const ids = Object.entries(sent).flatMap(([serialNumber, one]) =>
    typeof one === 'object' && 'id' in one ? [{ serialNumber, id: one.id }] : [],
  );
  const commands = useQueries({
    queries: ids.map(({ serialNumber, id }) => ({
      ...callQuery(getCommand, { params: { id: serialNumber, commandId: id } }),
      staleTime: 0,
      refetchInterval: ({ state }: { state: { data?: { state: string } | undefined } }) =>
        state.data && !open.includes(state.data.state) ? (false as const) : again_ms,
    })),
  });
  const outcomes: Record<string, Outcome> = {};
  for (const [serialNumber, one] of Object.entries(sent)) {
    if (one === 'sending') outcomes[serialNumber] = { state: 'sending' };
    else if ('text' in one) outcomes[serialNumber] = { state: 'refused', text: one.text };
  }
  for (const [place, { serialNumber }] of ids.entries()) outcomes[serialNumber] = outcomeOf(commands[place]?.data);

  const start = async (runs: readonly RunArgs[]): Promise<void> => {
    setSent((before) => ({
      ...before,
      ...Object.fromEntries(runs.map((run) => [run.serialNumber, 'sending'] as const)),
    }));
    await Promise.all(
      runs.map(async ({ serialNumber, args }) => {
        const input = { params: { id: serialNumber }, body: { recipeId, version, args } };
        const result = await sendOnce(runRecipe, input, (keyed) => send(runRecipe, keyed)).then(
          ({ body }): Sent => ({ id: body.id }),
          (cause: unknown): Sent => ({ text: errorText(cause) }),
        );
        setSent((before) => ({ ...before, [serialNumber]: result }));
      }),
    );
  };
  return { outcomes, start };
}

function outcomeOf(command: { state: string; reason: string | null } | undefined): Outcome {
  switch (command?.state) {
    case undefined:
    case 'sent':
      return { state: 'sent' };
    case 'accepted':
      return { state: 'accepted' };
    case 'done':
      return { state: 'running' };
    default:
      return { state: 'refused', reason: command?.reason ?? command?.state ?? '' };
  }
}
