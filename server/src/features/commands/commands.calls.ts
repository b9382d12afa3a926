import { type Command, getCommand, sendCommand } from '@brina/contract/commands';
import { checkCommand, commandRow } from '@brina/domain/commands';
import type { StartFault } from '@brina/domain/cycle-plan';
import { modelRow } from '@brina/domain/families/families';
import { sql } from 'kysely';
import type { Bus } from '#core/bus/bus.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { timestamp } from '#core/db/instants.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, refuse, type RefusedField } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { deliver } from './delivery.ts';

export const commandHandlers = (bus: Bus): Handled[] => {
  const send = handle(sendCommand, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    const appliance = await db
      .selectFrom('appliance')
      .innerJoin('live_state', 'live_state.appliance', 'appliance.id')
      .select(['appliance.id', 'model', 'online'])
      .where('serial', '=', params.id)
      .executeTakeFirstOrThrow();
    const model = modelRow(appliance.model);
    const row = model && commandRow(model, body.name);
    if (!model || !row || row.sentBy !== 'person') refuse('command_unknown', 422);
    const faults = checkCommand(model, body.name, body.args);
    if (faults.length > 0) {
      const isIncompatible = faults.some((fault) => fault.code === 'not_compatible');
      throw new Refusal(isIncompatible ? 'not_compatible' : 'command_invalid', 422, { fields: faults.map(fieldOf) });
    }
    if (!appliance.online) refuse('appliance_offline', 409);
    const now = clock.now();
    const expiresAt = now + row.ttl_s * 1000;
    const id = newId(now);
    await db
      .insertInto('command')
      .values({
        id,
        appliance: appliance.id,
        company_id: caller.companyId ?? '',
        user_id: caller.userId,
        name: body.name,
        args: jsonb(body.args),
        state: 'sent',
        created_at: timestamp(now),
        expires_at: timestamp(expiresAt),
        sent_at: timestamp(now),
      })
      .execute();
    await audit('appliance.command', { kind: 'appliance', id: params.id }, { name: body.name, command: id });
    afterCommit(
      () => void deliver(bus, { serial: params.id, id, expires_at: expiresAt, name: body.name, args: body.args }),
    );
    return { code: '200', body: { id, expiresAt } } as const;
  });

  const get = handle(getCommand, async ({ db, params }) => {
    const row = await db
      .selectFrom('command')
      .innerJoin('appliance', 'appliance.id', 'command.appliance')
      .selectAll('command')
      .where('command.id', '=', sql<string>`${params.commandId}::uuid`)
      .where('appliance.serial', '=', params.id)
      .executeTakeFirst();
    if (!row) refuse('not_found', 404);
    return {
      id: row.id,
      name: row.name,
      args: row.args as Command['args'],
      state: row.state as Command['state'],
      reason: row.reason,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      finishedAt: row.finished_at,
    };
  });

  return [send, get];
};

/** A fault of an argument as a refused field. A limit without a lower end is the length of a text. */
function fieldOf({ path, code, ...limits }: StartFault): RefusedField {
  const isLength = code === 'out_of_range' && limits.min === undefined;
  return { path: `body.args.${path}`, code: isLength ? 'too_long' : code, ...limits };
}
