import { getCommand, listCommands, sendCommand } from '@brina/contract/calls/kitchen/commands';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { CommandRow, ModelRow } from '@brina/domain/appliance/families/family';
import { checkOrder, commandRow, isCommandOfPeople, standingOf } from '@brina/domain/commands/commands';
import { planProofing } from '@brina/domain/cycles/proofing';
import type { ReadyFault, Schedule } from '@brina/domain/cycles/schedule';
import { sql } from 'kysely';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { Parts } from '#core/feature.ts';
import { type Handled, handle } from '#core/http/handle.ts';
import { Refusal, type RefusedField, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { loadUnits, saveUnits } from '#core/picture/unit.ts';
import { deliver } from './delivery.ts';
import { presentCommand } from './present-command.ts';

export const commandHandlers = ({ bus }: Parts): Handled[] => {
  const send = handle(sendCommand, async ({ db, caller, params, body, clock, audit, afterCommit }) => {
    const appliance = await db
      .selectFrom('appliance')
      .innerJoin('live_state', 'live_state.appliance', 'appliance.id')
      .innerJoin('tenure', 'tenure.appliance', 'appliance.id')
      .leftJoin('laboratory', 'laboratory.id', 'appliance.laboratory_id')
      .select(['appliance.id', 'model', 'online', 'reported', 'appliance.package', 'laboratory.time_zone'])
      .where('serial', '=', params.id)
      .where('tenure.company_id', '=', caller.companyId)
      .where('tenure.to_at', 'is', null)
      // Who lets go of the unit meanwhile waits, and ends this command with the others; or has done so already.
      .forShare('tenure')
      .executeTakeFirst();
    if (!appliance) refuse('not_found', 404);
    const { model, row } = known(appliance.model, body.name);
    const now = clock.now();
    const standing = standingOf(appliance.reported, appliance.package);
    const moment = { now_ms: now, timeZone: appliance.time_zone ?? 'UTC' };
    const faults = [
      ...checkOrder(model, body.name, body.args, standing),
      ...(body.name === 'setProofingPlan' ? readyFaults(planProofing(model, body.args, moment)) : []),
    ];
    if (faults.length > 0) throw refusalOf(body.name, faults.map(fieldOf));
    if (!appliance.online) refuse('appliance_offline', 409);
    const expiresAt = now + row.ttl_s * 1000;
    const id = newId(now);
    const unit = (await loadUnits(db, [params.id])).get(params.id);
    if (!unit) refuse('not_found', 404);
    const sent = await db
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
        v: unit.nextVersion('commands'),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    unit.tell(presentCommand(sent), now);
    await saveUnits(db, [unit]);
    await audit('appliance.command', params.id, { name: body.name, command: id });
    afterCommit(() => {
      for (const frame of unit.frames()) bus.publish('live', { serial: params.id, frame });
      void deliver(bus, { serial: params.id, id, expires_at: expiresAt, name: body.name, args: body.args });
    });
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

/** The row of a command that people send, and the model it is for; refused where the model cannot do it, or no family has it (S8.21). */
function known(storedName: string, name: string): { model: ModelRow; row: CommandRow } {
  const model = modelRow(storedName);
  if (!model || !isCommandOfPeople(name)) refuse('command_unknown', 422);
  const row = commandRow(model, name);
  if (!row) throw refusalOf(name, [{ path: 'body.name', code: 'not_compatible' }]);
  return { model, row };
}

/**
 * Says what is wrong with a command. Of what the model cannot do the catalogue speaks as of a type of cycle (S8.21): where no cycle is
 * meant stands what is said of the field.
 */
function refusalOf(name: string, fields: RefusedField[]): Refusal {
  if (!fields.some(({ code }) => code === 'not_compatible')) return new Refusal('command_invalid', 422, { fields });
  const isCycle = name === 'startCycle';
  return new Refusal('not_compatible', 422, {
    fields,
    ...(!isCycle && { words: fieldMessages.texts.not_compatible }),
  });
}

/** So many of the latest commands are told. */
const listed_max = 50;

/** A time at which the dough cannot be ready, as limits of the time that was asked for. */
function readyFaults(schedule: Schedule<StartFault | ReadyFault>): StartFault[] {
  if (!('faults' in schedule)) return [];
  return schedule.faults.flatMap((fault): StartFault[] => {
    const path = 'readyAt';
    if (fault.code === 'ready_too_soon') return [{ path, code: 'out_of_range', min: fault.earliest }];
    if (fault.code === 'ready_too_late') return [{ path, code: 'out_of_range', min: 0, max: fault.latest }];
    return [];
  });
}

/** A fault as a refused field. What cannot be told at all is a fault of the name; a limit without a lower end is the length of a text. */
function fieldOf({ path, code, ...limits }: StartFault): RefusedField {
  const isLength = code === 'out_of_range' && limits.min === undefined;
  const isOfName = path === 'name' && code === 'not_compatible';
  return { path: isOfName ? 'body.name' : `body.args.${path}`, code: isLength ? 'too_long' : code, ...limits };
}
