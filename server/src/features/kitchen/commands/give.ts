import { modelRow } from '@brina/domain/appliance/families/families';
import { checkCommand, commandRow, type Standing } from '@brina/domain/commands/commands';
import { second_ms } from '@brina/domain/language/durations';
import type { Bus } from '#core/bus/bus.ts';
import type { Db } from '#core/db/database.ts';
import type { Unit } from '#core/picture/unit.ts';
import { type Due, deliver } from './delivery.ts';
import { keepCommand } from './send.ts';

/** A command of the portal's own. */
type Own = {
  readonly companyId: string;
  /** Whose wish the portal carries out. */
  readonly userId: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What is in force on the unit. */
  readonly standing: Standing;
};

/**
 * Gives a unit, which is locked and saved by the caller, a command that only the portal sends, as far as its family knows it and takes these
 * arguments; those of people have checks of their own (`send.ts`).
 * @returns what is to be handed over after the commit, or the code of the first fault
 */
export async function giveOwnCommand(
  db: Db,
  unit: Unit,
  { standing, ...command }: Own,
  now: number,
): Promise<Due | { fault: string }> {
  const model = modelRow(unit.model);
  const row = model && commandRow(model, command.name);
  if (!model || row?.sentBy !== 'server') return { fault: 'not_compatible' };
  const [fault] = checkCommand(model, command.name, command.args, standing);
  if (fault) return { fault: fault.code };
  return keepCommand(db, unit, { ...command, now, expiresAt: now + row.ttl_s * second_ms });
}

/** Tells what has changed of a unit, and hands its commands over; for what is committed. */
export function handOver(bus: Bus, unit: Unit, dues: readonly Due[]): void {
  for (const frame of unit.frames()) bus.publish('live', { serial: unit.serial, frame });
  for (const due of dues) void deliver(bus, due);
}
