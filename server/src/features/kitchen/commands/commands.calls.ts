import { getCommand, listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { sql } from 'kysely';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { refuse } from '#core/http/refusal.ts';
import { presentCommand } from './present-command.ts';
import { sendTo } from './send.ts';

export const commandHandlers = ({ bus }: Parts): Handled[] => {
  const send = handle(sendCommand, async ({ params, body, ...context }) => ({
    code: '200',
    body: await sendTo(bus, context, { serial: params.id, ...body }),
  }));

  const get = handle(getCommand, async ({ db, params }) => {
    const row = await db
      .selectFrom('command')
      .innerJoin('appliance', 'appliance.id', 'command.appliance')
      .selectAll('command')
      .where('command.id', '=', sql<string>`${params.commandId}::uuid`)
      .where('appliance.serial', '=', params.id)
      .executeTakeFirst();
    return row ? presentCommand(row) : refuse('not_found', 404);
  });

  const list = handle(listCommands, async ({ db, caller, params }) => {
    const rows = await db
      .selectFrom('command')
      .innerJoin('appliance', 'appliance.id', 'command.appliance')
      .selectAll('command')
      .where('appliance.serial', '=', params.id)
      // What a former owner sent is the former owner's.
      .where('command.company_id', '=', caller.companyId)
      .orderBy('command.created_at', 'desc')
      .orderBy('command.id', 'desc')
      .limit(listed_max)
      .execute();
    return rows.map(presentCommand);
  });

  return [send, get, list];
};

/** So many of the latest commands are told. */
const listed_max = 50;
