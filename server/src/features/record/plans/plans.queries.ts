import { type DatedPlan, type PlansOfKitchen, savePlan } from '@brina/contract/calls/record/plans';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '#core/access/caller.ts';
import { rightsOf } from '#core/access/rights.ts';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { signaturesOf } from '#features/record/signatures/signatures.queries.ts';

/** The plans of a kitchen, or of the company without one, latest first. */
const plansFor = (db: Db, company: string, laboratory: string | null) =>
  db
    .selectFrom('food_plan as p')
    .leftJoin('app_user as u', 'u.id', 'p.user_id')
    .select(['p.id', 'p.from_at as fromAt', 'p.plan'])
    // Who was erased has no name any more.
    .select(
      sql<string | null>`case when u.erased_at is null then trim(u.first_name || ' ' || u.last_name) end`.as('by'),
    )
    .where('p.company_id', '=', company)
    .where('p.laboratory_id', laboratory === null ? 'is' : '=', laboratory)
    .orderBy('p.from_at', 'desc')
    .orderBy('p.id', 'desc');

/** The plan of a kitchen's own, or of the company's that holds now. */
export const currentPlan = (db: Db, company: string, laboratory: string | null) =>
  plansFor(db, company, laboratory).limit(1).executeTakeFirst();

/**
 * Orders the plans `p` of a kitchen and of its company: first the one by which the kitchen went at a moment, its own before the company's;
 * of before there was any the first one.
 */
export const inForceFirst = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`p.from_at <= ${at} desc, p.laboratory_id is null, case when p.from_at <= ${at} then p.from_at end desc, p.from_at, p.id desc`;

/**
 * The plan by which a kitchen went at a moment, epoch ms: its own, else its company's; of before there was any the first one.
 * `undefined`: there is none but the maker's.
 */
export async function planOfKitchen(
  db: Db,
  company: string,
  laboratory: string,
  at: number,
): Promise<FoodPlan | undefined> {
  const row = await db
    .selectFrom('food_plan as p')
    .select('p.plan')
    .where('p.company_id', '=', company)
    .where(sql<boolean>`(p.laboratory_id is null or p.laboratory_id = ${laboratory}::uuid)`)
    .orderBy(inForceFirst(timestamp(at)))
    .limit(1)
    .executeTakeFirst();
  return row?.plan;
}

/**
 * The plans that hold now in a company, or the one that holds in a kitchen of it, its own or else the company's, each with the time zone by
 * whose days its rules hold.
 */
export async function plansInForce(db: Db, company: string, laboratory: string | null) {
  const plans = await db
    .selectFrom('food_plan as p')
    .innerJoin('company as c', 'c.id', 'p.company_id')
    .leftJoin('laboratory as l', 'l.id', 'p.laboratory_id')
    .distinctOn('p.laboratory_id')
    .select(['p.laboratory_id as laboratory', 'p.plan'])
    .select(sql<string>`coalesce(l.time_zone, c.time_zone)`.as('timeZone'))
    .where('p.company_id', '=', company)
    .where(sql<boolean>`(p.laboratory_id is null or l.id is not null)`)
    .$if(laboratory !== null, (query) =>
      query.where(sql<boolean>`(p.laboratory_id is null or p.laboratory_id = ${laboratory}::uuid)`),
    )
    .orderBy('p.laboratory_id')
    .orderBy('p.from_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  if (laboratory === null) return plans;
  const own = plans.filter((plan) => plan.laboratory === laboratory);
  return own.length > 0 ? own : plans;
}

/** The plans of a kitchen, or of the company without one, with who approved their limits; latest first. */
async function signedPlans(db: Db, company: string, laboratory: string | null): Promise<DatedPlan[]> {
  const plans = await plansFor(db, company, laboratory).execute();
  // Each is one revision more than the one before; what was approved then stays so.
  const signatures = await signaturesOf(db, { kind: 'plan', id: laboratory ?? company }, []);
  const revisionAt = (place: number): number => plans.length - place;
  return plans.map((plan, place) => ({
    ...plan,
    signatures: signatures.filter(({ revision }) => revision === revisionAt(place)),
  }));
}

/** What the plan of a kitchen is and was, as a caller sees it. */
export async function plansOf(db: Db, caller: Caller, laboratory: string | null): Promise<PlansOfKitchen> {
  const company = caller.companyId ?? '';
  const may = rightsOf(caller, { edit: savePlan });
  if (company === '') return { current: null, inherited: false, proposal: countryPlan(''), history: [], may };
  const [current, ...history] = await signedPlans(db, company, laboratory);
  const [inherited] = current ? [] : await signedPlans(db, company, null);
  const place = await db
    .selectFrom('company as c')
    .leftJoin('laboratory as l', (join) => join.onRef('l.company_id', '=', 'c.id').on('l.id', '=', laboratory))
    .select(sql<string>`coalesce(nullif(l.country, ''), c.country, '')`.as('country'))
    .where('c.id', '=', company)
    .executeTakeFirstOrThrow();
  return {
    current: current ?? inherited ?? null,
    inherited: inherited !== undefined,
    proposal: countryPlan(place.country),
    history,
    may,
  };
}
