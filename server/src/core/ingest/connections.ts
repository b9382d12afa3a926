import { sql } from 'kysely';
import type { UpMessage } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import type { Unit } from '../picture/unit.ts';

type Connected = Extract<UpMessage, { kind: 'connected' }>;
type Disconnected = Extract<UpMessage, { kind: 'disconnected' }>;

/**
 * A unit connected: its earlier connections are over, whether we heard their end or not. Told once more, or told after a
 * later connection, it changes nothing that is shown.
 */
export async function openConnection(db: Db, unit: Unit, { connection, edge, received_ms }: Connected): Promise<void> {
  const at = timestamp(received_ms);
  const later = sql`(select min(from_at) from connection_interval where appliance = ${unit.id} and connection > ${connection})`;
  const { rows } = await sql<{ is_present: boolean }>`
    insert into connection_interval (appliance, connection, edge, from_at, to_at, reason)
    select ${unit.id}, ${connection}, ${edge}, ${at}, case when later is not null then greatest(${at}, later) end,
      case when later is not null then 'taken_over' end
    from (select ${later} as later) l
    on conflict do nothing
    returning to_at is null as is_present`.execute(db);
  if (!rows[0]?.is_present) return;
  await db
    .updateTable('connection_interval')
    .set({ to_at: sql<number>`greatest(from_at, ${at})`, reason: 'taken_over' })
    .where('appliance', '=', unit.id)
    .where('to_at', 'is', null)
    .where('connection', '<', connection)
    .execute();
  unit.connection = connection;
  unit.lastSeen_ms = Math.max(unit.lastSeen_ms ?? 0, received_ms);
  unit.show('online', true, received_ms);
}

/**
 * A connection ended. Only the end of the unit's present connection makes it offline, and never an end that was ours:
 * our outage must not look like theirs (docs/DEVICE-PROTOCOL.md, online).
 */
export async function closeConnection(
  db: Db,
  unit: Unit,
  { connection, received_ms, reason }: Disconnected,
): Promise<void> {
  await db
    .updateTable('connection_interval')
    .set({ to_at: sql<number>`greatest(from_at, ${timestamp(received_ms)})`, reason })
    .where('appliance', '=', unit.id)
    .where('connection', '=', connection)
    .where('to_at', 'is', null)
    .execute();
  if (unit.connection !== connection) return;
  unit.connection = null;
  if (reason !== 'portal') unit.show('online', false, received_ms);
}
