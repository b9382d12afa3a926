import type { Telling } from '@brina/domain/haccp/missing/missing';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';

/** When units told something last, and whether their newest log has no hole: a message that is yet to come leaves one. */
export async function tellingsOf(db: Db, units: readonly number[]): Promise<Map<number, Telling>> {
  if (units.length === 0) return new Map();
  const { rows } = await sql<Telling & { appliance: number }>`
    select a.id as appliance, t.at,
      int8multirange(int8range(1, upper(range_merge(r.seen)))) <@ r.seen as "isWhole"
    from appliance a
    cross join lateral (select at from telemetry where appliance = a.id order by at desc limit 1) t
    cross join lateral (select seen from received where appliance = a.id order by first_at desc, log desc limit 1) r
    where a.id = any(${units}::int[])`.execute(db);
  return new Map(rows.map(({ appliance, ...telling }) => [appliance, telling]));
}
