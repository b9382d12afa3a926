import type { Bus } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { timestamp } from '../db/instants.ts';
import { boundLastSeen, loadUnits, saveUnits } from '../picture/unit.ts';

/**
 * Shows units offline that were silent for three heartbeats. Silence is judged only while an edge was up and reading:
 * after a start there is a grace of three heartbeats, so that our outage never looks like theirs (docs/DEVICE-PROTOCOL.md, online).
 */
export async function judgeSilence({
  db,
  bus,
  clock,
  silence_ms,
}: {
  db: Database;
  bus: Bus;
  clock: Clock;
  silence_ms: number;
}): Promise<void> {
  const now = clock.now();
  const frames = await db.ingest(async (tx) => {
    await boundLastSeen(tx, now);
    const edge = await tx
      .selectFrom('edge_interval')
      .select('edge')
      .where('ended', '=', false)
      .where('from_at', '<=', timestamp(now - silence_ms))
      .where('to_at', '>=', timestamp(now - silence_ms / 2))
      .limit(1)
      .executeTakeFirst();
    if (!edge) return [];
    const silent = await tx
      .selectFrom('live_state')
      .innerJoin('appliance', 'appliance.id', 'live_state.appliance')
      .select('serial')
      .where('online', '=', true)
      .where('last_seen_at', '<', timestamp(now - silence_ms))
      .execute();
    if (silent.length === 0) return [];
    const serials = silent.map((row) => row.serial);
    // Once more under the lock: it may have been heard in between.
    const units = [...(await loadUnits(tx, serials)).values()].filter(
      (unit) => (unit.lastSeen_ms ?? 0) < now - silence_ms,
    );
    for (const unit of units) unit.show('online', false, now);
    await saveUnits(tx, units);
    return units.flatMap((unit) => unit.frames());
  });
  for (const frame of frames) bus.publish('live', { serial: frame.serialNumber, frame });
}
