import type { Command } from '@brina/contract/live';
import type { Selectable } from 'kysely';
import type { CommandTable } from '#core/db/tables/appliances.ts';

/** A row of `command` as far as it is told. */
export type CommandRow = Pick<
  Selectable<CommandTable>,
  'id' | 'name' | 'args' | 'state' | 'reason' | 'created_at' | 'expires_at' | 'finished_at' | 'v'
>;

/** The columns of {@link CommandRow}, for `returning`. */
export const commandColumns = [
  'command.id',
  'command.name',
  'command.args',
  'command.state',
  'command.reason',
  'command.created_at',
  'command.expires_at',
  'command.finished_at',
  'command.v',
] as const;

/** A command as it travels. */
export const presentCommand = (row: CommandRow): Command => ({
  id: row.id,
  name: row.name,
  args: row.args as Command['args'],
  state: row.state as Command['state'],
  reason: row.reason,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  finishedAt: row.finished_at,
  v: row.v,
});
