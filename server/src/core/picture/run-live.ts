import type { DesiredMessage } from '@brina/contract/devices';
import { cadence } from '@brina/domain/appliance/cadence';
import { sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { tellDesired } from './desired.ts';

/**
 * Wants a unit to tell its whole state at once, and every value of it every two seconds for a while, since somebody watches (S7.36).
 * @returns until when, epoch ms, and whether it is connected; `tell` sends it what is wanted, once that is committed
 */
export async function wantLive(
  db: Db,
  serial: string,
  now_ms: number,
): Promise<{ until: number; online: boolean; tell: (bus: Bus) => void }> {
  const until = now_ms + cadence.runLiveFor_ms;
  const { online, desired, desired_ver } = await db
    .updateTable('live_state as s')
    .from('appliance as a')
    .set((eb) => ({
      desired_ver: eb('s.desired_ver', '+', 1),
      desired: sql`s.desired || jsonb_build_object('runLiveUntil', ${until}::bigint)`,
    }))
    .whereRef('a.id', '=', 's.appliance')
    .where('a.serial', '=', serial)
    .returning(['s.online', 's.desired', 's.desired_ver'])
    .executeTakeFirstOrThrow();
  const payload: DesiredMessage = { desired, ver: desired_ver };
  return { until, online, tell: (bus) => tellDesired(bus, serial, payload) };
}
