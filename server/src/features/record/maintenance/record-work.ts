import type { MaintenanceKind } from '@brina/domain/appliance/maintenance';
import { sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { newId } from '#core/ids.ts';
import { markDue } from '#features/record/alarms/alarms.ingest.ts';

/** Work is noted so long after it was done; the rules run again over everything since (docs/ALARMS.md). */
export const noted_max_days = 90;

/** Records what somebody did to a unit at a moment, epoch ms, for its present holder; the rules look again at what they found since. */
export async function recordWork(
  db: Db,
  caller: Pick<Caller, 'userId'>,
  { serial, kind, at, note }: { serial: string; kind: MaintenanceKind; at: number; note: string },
  now: number,
): Promise<string> {
  const id = newId(now);
  const { rows } = await sql<{ appliance: number }>`
    insert into maintenance (id, appliance, company_id, kind, at, note, user_id, created_at)
    select ${id}::uuid, a.id, t.company_id, ${kind}, ${timestamp(at)}, ${note},
      ${caller.userId}::uuid, ${timestamp(now)}
    from appliance a left join tenure t on t.appliance = a.id and t.to_at is null
    where a.serial = ${serial}
    returning appliance`.execute(db);
  await markDue(
    db,
    rows.map(({ appliance }) => ({ appliance, from_at: at, due_at: now })),
  );
  return id;
}
