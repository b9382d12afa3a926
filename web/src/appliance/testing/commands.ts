/** Commands of a page under test: what it sent, and the answers it gets. */
import { type Command, getCommand, listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { now } from '../../lib/clock.ts';
import type { portalFixture } from '../../lib/testing/portal-fixture.ts';

type Portal = ReturnType<typeof portalFixture>;

/** What the page sent as commands to an appliance so far. */
export const sentCommands = (portal: Portal, id: string): unknown[] =>
  portal
    .askedFor(sendCommand.path.replace('{id}', id))
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as unknown);

/** Takes commands, and lets their row go through these states, the last one for good. */
export function answerCommands(portal: Portal, id: string, ...states: Partial<Command>[]): void {
  const { commandId } = getCommand.example.params;
  portal.reply(sendCommand, sendCommand.example.reply, { id });
  const left = [...states];
  const next = () => ({ ...getCommand.example.reply, ...(left.length > 1 ? left.shift() : left[0]) });
  portal.reply(getCommand, next, { id, commandId });
}

/** The list of commands holds one of just now. */
export function listCommand(portal: Portal, id: string, change: Partial<Command>): void {
  const createdAt = now() - 5_000;
  const one: Command = {
    id: getCommand.example.params.commandId,
    name: 'setTemperature',
    args: {},
    state: 'sent',
    reason: null,
    createdAt,
    expiresAt: createdAt + 60_000,
    finishedAt: null,
    ...change,
  };
  portal.reply(listCommands, [one], { id });
}
