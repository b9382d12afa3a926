import { fieldMessages } from '@brina/contract/wire/fields.messages';
import type { StartFault } from '@brina/domain/appliance/argument-fault';
import { modelRow } from '@brina/domain/appliance/families/families';
import type { CommandRow, ModelRow } from '@brina/domain/appliance/families/family';
import { checkOrder, commandRow, isCommandOfPeople, standingOf } from '@brina/domain/commands/commands';
import { planProofing } from '@brina/domain/cycles/proofing';
import type { ReadyFault, Schedule } from '@brina/domain/cycles/schedule';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import type { HandlerContext } from '#core/http/handle.ts';
import { Refusal, type RefusedField, refuse } from '#core/http/refusal.ts';
import { newId } from '#core/ids.ts';
import { loadUnits, saveUnits, type Unit } from '#core/picture/unit.ts';
import { type Due, deliver } from './delivery.ts';
import { presentCommand } from './present-command.ts';

/** What is asked of a unit. */
type Asked = {
  readonly serial: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the portal adds to the arguments that a person gave: where a cycle comes from. */
  readonly added?: Readonly<Record<string, unknown>>;
};

/**
 * Sends a command of a person to a unit that its company holds: checks it by the family's row, keeps it until the unit has answered, and
 * hands it over after the commit.
 * @throws Refusal `not_found`, `command_unknown`, `not_compatible`, `command_invalid` with fields, `appliance_offline`
 */
export async function sendTo(
  bus: Bus,
  { db, caller, clock, audit, afterCommit }: HandlerContext,
  { serial, name, args, added = {} }: Asked,
): Promise<{ id: string; expiresAt: number }> {
  const appliance = await db
    .selectFrom('appliance')
    .innerJoin('live_state', 'live_state.appliance', 'appliance.id')
    .innerJoin('tenure', 'tenure.appliance', 'appliance.id')
    .leftJoin('laboratory', 'laboratory.id', 'appliance.laboratory_id')
    .leftJoin('unit_panel', 'unit_panel.appliance', 'appliance.id')
    .select(['appliance.id', 'model', 'online', 'reported', 'told', 'appliance.package', 'laboratory.time_zone'])
    .where('serial', '=', serial)
    .where('tenure.company_id', '=', caller.companyId)
    .where('tenure.to_at', 'is', null)
    // Who lets go of the unit meanwhile waits, and ends this command with the others; or has done so already.
    .forShare('tenure')
    .executeTakeFirst();
  if (!appliance) refuse('not_found', 404);
  const { model, row } = known(appliance.model, name);
  const now = clock.now();
  const standing = standingOf({ ...appliance.reported, ...appliance.told }, appliance.package);
  const moment = { now_ms: now, timeZone: appliance.time_zone ?? 'UTC' };
  const faults = [
    ...checkOrder(model, name, args, standing),
    ...(name === 'setProofingPlan' ? readyFaults(planProofing(model, args, moment)) : []),
  ];
  if (faults.length > 0) throw refusalOf(name, faults.map(fieldOf));
  if (!appliance.online) refuse('appliance_offline', 409);
  const expiresAt = now + row.ttl_s * 1000;
  const unit = (await loadUnits(db, [serial])).get(serial);
  if (!unit) refuse('not_found', 404);
  const sent = await keepCommand(db, unit, {
    companyId: caller.companyId ?? '',
    userId: caller.userId,
    name,
    args: { ...args, ...added },
    now,
    expiresAt,
  });
  await saveUnits(db, [unit]);
  await audit('appliance.command', serial, { name, command: sent.id });
  afterCommit(() => {
    for (const frame of unit.frames()) bus.publish('live', { serial, frame });
    void deliver(bus, sent);
  });
  return { id: sent.id, expiresAt };
}

/** A command that was checked, and until when the unit may begin to obey it. */
type Checked = {
  readonly companyId: string;
  /** Who asked for it, now or beforehand. */
  readonly userId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly now: number;
  readonly expiresAt: number;
};

/**
 * Keeps a command for a unit, which is locked and whose company cannot let go of it meanwhile, and tells of it: the caller saves the unit,
 * and hands over what comes back after the commit (`deliver`).
 */
export async function keepCommand(
  db: Db,
  unit: Unit,
  { companyId, userId, name, args, now, expiresAt }: Checked,
): Promise<Due> {
  const row = await db
    .insertInto('command')
    .values({
      id: newId(now),
      appliance: unit.id,
      company_id: companyId,
      user_id: userId,
      name,
      args: jsonb(args),
      state: 'sent',
      created_at: timestamp(now),
      expires_at: timestamp(expiresAt),
      sent_at: timestamp(now),
      v: unit.nextVersion('commands'),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  unit.tell(presentCommand(row), now);
  return { serial: unit.serial, id: row.id, expires_at: expiresAt, name, args };
}

/**
 * Refuses a start for what is wrong with its arguments.
 * @throws Refusal `not_compatible` or `command_invalid` with fields
 */
export function refuseFaults(faults: readonly StartFault[]): void {
  if (faults.length > 0) throw refusalOf('startCycle', faults.map(fieldOf));
}

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
