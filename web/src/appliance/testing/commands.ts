/** Commands of a page under test: what it sent, and the answers it gets. */
import { listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import type { Command } from '@brina/contract/live';
import { applyLive } from '../../lib/appliances.ts';
import { now } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query.ts';
import type { portalFixture } from '../../lib/testing/portal-fixture.ts';

type Portal = ReturnType<typeof portalFixture>;

/** What the page sent as commands to an appliance so far. */
export const sentCommands = (portal: Portal, id: string): unknown[] =>
  portal
    .askedFor(sendCommand.path.replace('{id}', id))
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as unknown);

/** How often the page asked for the commands of an appliance so far. */
export const askedForCommands = (portal: Portal, id: string): number =>
  portal.askedFor(listCommands.path.replace('{id}', id)).filter(({ method }) => method === 'GET').length;

/** Takes commands; the list then holds the one that was sent, as it stands. */
export function answerCommands(portal: Portal, id: string, stands: Partial<Command>): void {
  const { reply } = sendCommand.example;
  portal.reply(sendCommand, reply, { id });
  const [example] = listCommands.example.reply;
  const one: Command = { ...example, name: 'startCycle', id: reply.body.id, reason: null, v: 1, ...stands };
  portal.reply(listCommands, () => (sentCommands(portal, id).length > 0 ? [one] : []), { id });
}

/** A command of just now. */
function recent(change: Partial<Command>): Command {
  const createdAt = now() - 5_000;
  return {
    id: sendCommand.example.reply.body.id,
    name: 'setTemperature',
    args: {},
    state: 'sent',
    reason: null,
    createdAt,
    expiresAt: createdAt + 60_000,
    finishedAt: null,
    v: 1,
    ...change,
  };
}

/** The list of commands holds one of just now. */
export const listCommand = (portal: Portal, id: string, change: Partial<Command>): void =>
  portal.reply(listCommands, [recent(change)], { id });

/** A live frame tells how a command of just now stands, in the version that it has. */
export function tellCommand(serialNumber: string, change: Partial<Command> & { v: number }): void {
  const v = { reported: 0, online: 0, status: 0, cycle: 0, warnings: 0, alarms: 0, commands: change.v, notices: 0 };
  applyLive(queryClient, [{ serialNumber, at: now(), v, commands: [recent(change)] }]);
}
