import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#core/db/database.ts';
import { timestamp } from '#core/db/instants.ts';
import { jsonb } from '#core/db/jsonb.ts';
import { newId } from '#core/ids.ts';
import { markDue } from '#features/record/alarms/alarms.ingest.ts';
import { append } from '#features/record/ledger/append.ts';
import type { NamedSigner } from '#features/record/signatures/signers.ts';

/** Which units `a`, held by `t`: one, those of a kitchen, or those of a company. */
export type Followers = { serial: string } | { laboratory: string } | { company: string };

const those = (units: Followers): RawBuilder<boolean> => {
  if ('serial' in units) return sql`a.serial = ${units.serial}`;
  return 'laboratory' in units
    ? sql`a.laboratory_id = ${units.laboratory}::uuid`
    : sql`t.company_id = ${units.company}::uuid`;
};

/**
 * Lets units go by the plan of where they stand: of their kitchen, else of their company; who belongs to nobody goes by none. Where that
 * says something else than before it holds from `now` on, epoch ms, and the alarm rules are told of it. To be called wherever a unit gets another
 * place or owner, and a place another plan.
 */
export async function followPlans(db: Db, units: Followers, now: number): Promise<void> {
  const { rows } = await sql<{ appliance: number; from_at: number }>`
    insert into unit_plan (appliance, from_at, food_plan)
    select a.id, greatest(${timestamp(now)}, l.from_at + interval '1 millisecond'), e.food_plan
    from appliance a
    left join tenure t on t.appliance = a.id and t.to_at is null
    left join lateral (select id from food_plan p where p.laboratory_id = a.laboratory_id
      order by p.from_at desc, p.id desc limit 1) k on true
    left join lateral (select id from food_plan p where p.laboratory_id is null and p.company_id = t.company_id
      order by p.from_at desc, p.id desc limit 1) c on true
    cross join lateral (select case when t.appliance is not null then coalesce(k.id, c.id) end as food_plan) e
    left join food_plan f on f.id = e.food_plan
    left join lateral (select u.from_at, p.plan from unit_plan u left join food_plan p on p.id = u.food_plan
      where u.appliance = a.id order by u.from_at desc limit 1) l on true
    where ${those(units)} and coalesce(f.plan, ${jsonb(makersPlan)}) <> coalesce(l.plan, ${jsonb(makersPlan)})
    returning appliance, from_at`.execute(db);
  await markDue(
    db,
    rows.map((row) => ({ ...row, due_at: now })),
  );
}

type NewPlan = {
  company: string;
  laboratory: string | null;
  plan: FoodPlan;
  /** Who decided on it; null: it is what a kitchen begins with. */
  by: (NamedSigner & { userId: string }) | null;
  now: number;
};

/**
 * Gives a kitchen, or a company, a plan from `now` on, epoch ms; the units in it do not follow by themselves.
 * @returns its revision as it stands in the book, to be signed
 */
export async function writePlan(db: Db, { company, laboratory, plan, by, now }: NewPlan) {
  const before = await db
    .selectFrom('food_plan')
    .select(({ fn }) => fn.countAll<number>().as('plans'))
    .where('company_id', '=', company)
    .where('laboratory_id', laboratory === null ? 'is' : '=', laboratory)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('food_plan')
    .values({
      id: newId(now),
      company_id: company,
      laboratory_id: laboratory,
      from_at: timestamp(now),
      plan: jsonb(plan),
      user_id: by?.userId ?? null,
    })
    .execute();
  const content = { plan, laboratory, fromAt: now, person: by?.signer ?? null };
  const entry = { kind: 'plan', id: laboratory ?? company, rev: before.plans + 1 } as const;
  const appended = await append(db, [...(by?.entries ?? []), { ...entry, company, at: now, content }]);
  const place = appended.at(-1);
  if (!place) throw new Error(`a plan of ${entry.id} entered no book`);
  return { kind: entry.kind, id: entry.id, revision: entry.rev, hash: place.hash };
}

/** Gives a kitchen that begins the plan of its country. */
export const beginPlan = async (
  db: Db,
  { country, ...place }: Pick<NewPlan, 'company' | 'now'> & { laboratory: string; country: string },
): Promise<void> => {
  await writePlan(db, { ...place, plan: countryPlan(country), by: null });
};

/** The plan that a unit went by at a moment, epoch ms; `undefined`: none but the maker’s. */
export async function planAt(db: Db, appliance: number, at: number): Promise<FoodPlan | undefined> {
  const row = await db
    .selectFrom('unit_plan as u')
    .leftJoin('food_plan as p', 'p.id', 'u.food_plan')
    .select('p.plan')
    .where('u.appliance', '=', appliance)
    .where('u.from_at', '<=', timestamp(at))
    .orderBy('u.from_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.plan ?? undefined;
}
