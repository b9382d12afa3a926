import { presets } from '@brina/domain/recipes/presets';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import type { Parts } from '#core/feature.ts';
import type { IngestStep } from '#core/ingest/facts.ts';

/** Products by which a cycle is found. */
const products_max = 20;
/** Cycles counted in one transaction: nobody waits long for the embedded database's only session. */
const counted_max = 50;

/**
 * Notes whose cycles have to be counted anew: those whose runs are told of, late ones too. Counting is a round's, so that nothing is
 * counted twice however often a run is told. A number that is no cycle of the holder counts for nobody, whatever a unit tells.
 */
export const noteUses: IngestStep = async (db, { events }) => {
  const runs = events.filter(
    ({ body }) => body.type === 'cycle' && body.event === 'started' && body.source !== undefined,
  );
  if (runs.length === 0) return;
  const numbers = runs.map(({ body }) => (body.type === 'cycle' ? (body.source?.id ?? 0) : 0));
  await sql`
    insert into recipe_usage_due (company_id, number)
    select distinct t.company_id, told.number
    from unnest(${runs.map(({ unit }) => unit.id)}::int[], ${numbers}::int[], ${runs.map(({ at_ms }) => at_ms)}::bigint[])
      as told (appliance, number, at_ms)
    join tenure t on t.appliance = told.appliance and t.from_at <= to_timestamp(told.at_ms / 1000.0)
      and (t.to_at is null or to_timestamp(told.at_ms / 1000.0) < t.to_at)
    where told.number < ${presets.length} or exists
      (select from recipe c where c.number = told.number and c.company_id = t.company_id)
    on conflict do nothing`.execute(db);
};

/** Counts the runs of the cycles that wait for it; says whether more do. */
async function countSome(db: Db): Promise<boolean> {
  const some = db
    .selectFrom('recipe_usage_due')
    .select(['company_id', 'number'])
    .orderBy('company_id')
    .orderBy('number')
    .limit(counted_max)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .deleteFrom('recipe_usage_due')
    .where(({ refTuple }) => sql<boolean>`${refTuple('company_id', 'number')} in ${some}`)
    .returning(['company_id', 'number'])
    .execute();
  if (rows.length === 0) return false;
  await sql`
    insert into recipe_usage (company_id, number, uses, last_at, products)
    select due.company_id, due.number, count(r.id), max(r.started_at),
      coalesce((array_agg(distinct r.request->>'product') filter (where r.request->>'product' <> ''))[1:${sql.lit(products_max)}], '{}')
    from unnest(${rows.map((row) => row.company_id)}::uuid[], ${rows.map((row) => row.number)}::int[]) as due (company_id, number)
    left join (cycle_run r join tenure t on t.appliance = r.appliance and t.from_at <= r.started_at
        and (t.to_at is null or r.started_at < t.to_at))
      on r.recipe_number = due.number and t.company_id = due.company_id and r.started_at is not null
    group by due.company_id, due.number
    on conflict (company_id, number) do update
      set uses = excluded.uses, last_at = excluded.last_at, products = excluded.products`.execute(db);
  return rows.length === counted_max;
}

/** One round: uses are right after the next one, also after a process died before it. */
export async function countUses({ db }: Pick<Parts, 'db'>): Promise<void> {
  while (await db.write(countSome));
}
