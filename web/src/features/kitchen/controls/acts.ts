/** What somebody has just sent to an appliance from the page that is open, and what became of it. */
import type { Command } from '@brina/contract/live';
import { isOpenState } from '@brina/domain/commands/command-states';

/** A command with its arguments. */
type Order = { name: string; args: Readonly<Record<string, unknown>> };

/** A command that was sent. */
export type Sent = Order & {
  /** Counts what the page has sent. */
  key: number;
  /** What the portal said: the id of the command, or why it was not taken; null: nothing yet. */
  reply: { id: string } | { cause: unknown } | null;
};

/** What became of it. `failed`: the portal did not take it; `refused`: the unit did not, or too late; `unknown`: nobody could read it. */
type Fate =
  | { state: 'underWay' }
  | { state: 'done' }
  | { state: 'unknown' }
  | { state: 'refused'; reason: string }
  | { state: 'failed'; cause: unknown };

export type Act = Order & { key: number } & Fate;

/** What tells one matter of a command from another: a compartment, a door, a tray. */
const places = ['zone', 'door', 'tray'] as const;

/** Whether two commands are about the same thing, such as the light, or the set-point of one compartment. */
export const sameMatter = (one: Order, other: Order): boolean =>
  one.name === other.name && places.every((place) => one.args[place] === other.args[place]);

/** @param unreadable what became of commands could not be asked for */
export function actOf({ key, name, args, reply }: Sent, latest: readonly Command[], unreadable: boolean): Act {
  const act = { key, name, args };
  if (reply && 'cause' in reply) return { ...act, state: 'failed', cause: reply.cause };
  const row = reply && latest.find(({ id }) => id === reply.id);
  if (!row) return { ...act, state: reply && unreadable ? 'unknown' : 'underWay' };
  if (row.state === 'done') return { ...act, state: 'done' };
  if (isOpenState(row.state)) return { ...act, state: 'underWay' };
  return { ...act, state: 'refused', reason: row.reason ?? row.state };
}

/** What became of the last command about a matter; undefined: none was sent, or nothing is left to say of it. */
export const lastAct = (acts: readonly Act[], name: string, args: Order['args'] = {}): Act | undefined =>
  acts.find((act) => sameMatter(act, { name, args }));
