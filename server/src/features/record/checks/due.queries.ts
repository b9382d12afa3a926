import { modelRow, needlesOf } from '@brina/domain/appliance/families/families';
import { type CheckedSince, checkHolds_days, probeDueAt } from '@brina/domain/haccp/checks/check-due';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { unnestColumns } from '#core/db/unnest.ts';

/** A unit, who holds it, and since when: what others checked before is not of this time. */
export type HeldUnit = { appliance: number; model: string; company: string | null; heldSince: number };

/** Where a probe stands, and until when its last check holds; epoch ms. */
export type DueProbe = CheckedSince & { appliance: number; needle: number; dueAt: number };

/**
 * For how long a check of a unit's probe holds by the plan that it went by at a moment, whole days.
 * @param appliance column with the appliance's number
 */
export const holdsDays = (appliance: string, at: number): RawBuilder<number> => sql<number>`coalesce((
  select (p.plan->>'calibration_days')::int from unit_plan u left join food_plan p on p.id = u.food_plan
  where u.appliance = ${sql.ref(appliance)} and u.from_at <= ${timestamp(at)}
  order by u.from_at desc limit 1), ${checkHolds_days})`;

/**
 * Every probe of some units by its checks up to a moment, in the order in which the units are given, by needle. A good check of some points
 * leaves wrong what was wrong at others.
 */
export async function probesOf(db: Db, units: readonly HeldUnit[], at: number): Promise<DueProbe[]> {
  if (units.length === 0) return [];
  const batch = unnestColumns({
    appliance: ['integer', units.map((one) => one.appliance)],
    company: ['uuid', units.map((one) => one.company)],
    held_since: ['timestamptz', units.map((one) => one.heldSince)],
  });
  const { rows } = await sql<{ appliance: number; needle: number; at: number; good: boolean }>`
    select distinct on (k.appliance, k.needle) k.appliance, k.needle, k.at,
      k.left_good and not exists (
        select from probe_check w where w.appliance = k.appliance and w.needle = k.needle and w.company_id = k.company_id
          and w.created_at >= batch.held_since and not w.left_good and (w.at, w.created_at) < (k.at, k.created_at) and not exists (
            select from probe_check g where g.appliance = w.appliance and g.needle = w.needle and g.company_id = w.company_id
              and g.left_good and (g.at, g.created_at) > (w.at, w.created_at) and (g.at, g.created_at) <= (k.at, k.created_at)
              and ((g.content->'points') = '[]' or ((w.content->'points') <> '[]' and (w.content->'points') <@ (g.content->'points'))))) as good
    from ${batch.rows}
    join probe_check k on k.appliance = batch.appliance and k.company_id = batch.company
      and k.created_at >= batch.held_since and k.at <= ${timestamp(at)}
    order by k.appliance, k.needle, k.at desc, k.created_at desc`.execute(db);
  const held = await sql<{ appliance: number; days: number }>`
    select batch.appliance, ${holdsDays('batch.appliance', at)} as days from ${batch.rows}`.execute(db);
  const daysOf = new Map(held.rows.map(({ appliance, days }) => [appliance, days]));
  const lastOf = new Map(rows.map(({ appliance, needle, ...last }) => [`${appliance} ${needle}`, last]));
  return units.flatMap(({ appliance, model, heldSince }) => {
    const row = modelRow(model);
    return Array.from({ length: row ? needlesOf(row) : 0 }, (_, place): DueProbe => {
      const needle = place + 1;
      const last = lastOf.get(`${appliance} ${needle}`) ?? null;
      return { appliance, needle, last, heldSince, dueAt: probeDueAt({ last, heldSince }, daysOf.get(appliance)) };
    });
  });
}
