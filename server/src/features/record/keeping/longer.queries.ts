import type { ListHoldsReply } from '@brina/contract/calls/record/keeping';
import { recordsKept_years } from '@brina/domain/haccp/keeping/floors';
import { compareNames } from '@brina/domain/language/name-order';
import { sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { inForceFirst } from '#features/record/plans/plans.queries.ts';

/** Years that a plan `p` names; null: none, as before there was a choice. */
const named_years = sql<number | null>`(p.plan->>'keep_years')::int`;

/** The kitchens of a company whose plan keeps longer what is recorded now, by their names; the plan of the company itself comes first. */
export async function longerKitchens(db: Db, company: string): Promise<ListHoldsReply['longer']> {
  const rows = await db
    .selectFrom('food_plan as p')
    .leftJoin('laboratory as l', (join) =>
      join.onRef('l.id', '=', 'p.laboratory_id').onRef('l.company_id', '=', 'p.company_id'),
    )
    .distinctOn('p.laboratory_id')
    .select(['p.laboratory_id as labId', 'l.name', named_years.as('years')])
    .where('p.company_id', '=', company)
    .where(({ or, eb }) => or([eb('p.laboratory_id', 'is', null), eb('l.id', 'is not', null)]))
    .orderBy('p.laboratory_id')
    .orderBy('p.from_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  return rows
    .flatMap(({ labId, name, years }) => (years !== null && years > recordsKept_years ? [{ labId, name, years }] : []))
    .sort((one, other) => compareNames(one.name ?? '', other.name ?? ''));
}

/**
 * Which of these entries, by their ids, the plan of their time keeps longer than everybody's records, which go before `before`, epoch ms: a
 * batch, a day of what was held or a check of a probe by the plan that its unit went by as it began, whatever plans came later, a cooling by hand
 * by the plan of its kitchen; an action or a signature as long as anything that it is about. A plan itself is kept for good, and so is the signature on it.
 */
export async function keptByPlans(db: Db, ids: readonly string[], before: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select e.id from unnest(${ids}::uuid[]) e (id)
    where exists (select from signed_revision s where s.signature = e.id and s.kind = 'plan')
      or exists (
        select from (
          select e.id
          union all select u.id from action_subject u where u.action = e.id
          union all select s.id from signed_revision s where s.signature = e.id
          union all select u.id from signed_revision s join action_subject u on u.action = s.id where s.signature = e.id) about (id)
        cross join lateral (
          select appliance, started_at as at from batch where id = about.id
          union all select appliance, from_at from hold_day where id = about.id
          union all select appliance, at from probe_check where id = about.id) r
        cross join lateral (
          select ${named_years} as years from unit_plan u left join food_plan p on p.id = u.food_plan
          where u.appliance = r.appliance and u.from_at <= r.at order by u.from_at desc limit 1) k
        where k.years > ${recordsKept_years}
          and r.at at time zone 'UTC' >= ${timestamp(before)} at time zone 'UTC' - make_interval(years => k.years - ${recordsKept_years}))
      or exists (
        select from manual_record r
        cross join lateral (
          select ${named_years} as years from food_plan p
          where p.company_id = r.company_id and (p.laboratory_id is null or p.laboratory_id = r.laboratory_id)
          order by ${inForceFirst(sql`r.started_at`)} limit 1) k
        where r.id = e.id and k.years > ${recordsKept_years}
          and r.started_at at time zone 'UTC' >= ${timestamp(before)} at time zone 'UTC' - make_interval(years => k.years - ${recordsKept_years}))`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
