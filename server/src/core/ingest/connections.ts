import { sql } from 'kysely';
import type { UpMessage } from '../bus/bus.ts';
import type { Db } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import type { Unit } from './unit.ts';

type Connected = Extract<UpMessage, { kind: 'connected' }>;
type Disconnected = Extract<UpMessage, { kind: 'disconnected' }>;

/** A unit connected: its earlier connections are over, whether we heard their end or not. */
export async function openConnection(db: Db, unit: Unit, { connection, received_ms }: Connected): Promise<void> {
  if (unit.connection !== null && connection < unit.connection) return;
  unit.connection = connection;
  unit.lastSeen_ms = Math.max(unit.lastSeen_ms ?? 0, received_ms);
  unit.show('online', true, received_ms);
  await sql`
    update connection_interval set to_at = greatest(from_at, ${timestamp(received_ms)}), reason = 'taken_over'
    where appliance = ${unit.id} and to_at is null and connection < ${connection}`.execute(db);
  await sql`
    insert into connection_interval (appliance, connection, from_at)
    values (${unit.id}, ${connection}, ${timestamp(received_ms)}) on conflict do nothing`.execute(db);
}

/**
 * A connection ended. Only the end of the unit's present connection makes it offline, and never an end that was ours:
 * our outage must not look like theirs (design 6, online).
 */
export async function closeConnection(db: Db, unit: Unit, { connection, received_ms, reason }: Disconnected): Promise<void> {
  await sql`
    update connection_interval set to_at = greatest(from_at, ${timestamp(received_ms)}), reason = ${reason}
    where appliance = ${unit.id} and connection = ${connection} and to_at is null`.execute(db);
  if (unit.connection === connection && reason !== 'portal' && reason !== 'taken_over')
    unit.show('online', false, received_ms);
}
