import type { DesiredMessage } from '@brina/contract/devices';
import { sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { jsonb } from '../db/jsonb.ts';

/** The unit gets its desired state with its next connection when it cannot be reached in this time. */
const downDeadline_ms = 2000;

/** Sends a unit what is wanted of it, once that is committed. */
export const tellDesired = (bus: Bus, serial: string, payload: DesiredMessage): void =>
  void bus.ask(serial, { kind: 'down', topic: 'twin', payload }, downDeadline_ms);

/**
 * Puts something into what the portal wants of a unit, with the version `ver` by which the unit can say that it has seen it.
 * @returns all that is wanted by now
 */
export async function wantVersioned(
  db: Db,
  appliance: number,
  name: string,
  value: Readonly<Record<string, unknown>>,
): Promise<DesiredMessage> {
  const { desired, desired_ver } = await db
    .updateTable('live_state')
    .set((eb) => ({
      desired_ver: eb('desired_ver', '+', 1),
      desired: sql`desired || jsonb_build_object(${name}::text, ${jsonb(value)} || jsonb_build_object('ver', desired_ver + 1))`,
    }))
    .where('appliance', '=', appliance)
    .returning(['desired', 'desired_ver'])
    .executeTakeFirstOrThrow();
  return { desired, ver: desired_ver };
}
