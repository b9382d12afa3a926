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
export async function openConnection(
  db: Db,
  unit: Unit,
  { connection, edge, received_ms }: Connected,
  now_ms: number,
): Promise<void> {
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
  unit.heard(received_ms, now_ms);
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

/** The greatest name of a connection that anybody had; undefined where nobody had any. */
export async function latestConnection(db: Db): Promise<string | undefined> {
  // Of each unit by its key: of all together there are many.
  const { rows } = await sql<{ latest: string | null }>`
    select max(c.connection) as latest from live_state s
    cross join lateral (
      select greatest(s.log_connection, s.connection, (
        select max(i.connection) from connection_interval i where i.appliance = s.appliance)) as connection) c`.execute(
    db,
  );
  return rows[0]?.latest ?? undefined;
}
