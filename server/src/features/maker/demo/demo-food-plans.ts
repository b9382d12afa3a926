import { demoAccount } from '@brina/domain/constants';
import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms } from '@brina/domain/language/durations';
import type { Database } from '#core/db/database.ts';
import { followPlans, writePlan } from '#features/record/plans/follow.ts';

/** So long ago the main kitchen came to judge by the plan of its country. */
const changed_ms = 10 * day_ms;

/** What the demo's kitchens begin with: the maker's limits, and beside them what their country says. */
const first: FoodPlan = { ...makersPlan, further: [countryPlan('IT').primary.chill, { id: 'US_FDA', version: null }] };
/** What the main kitchen decided on later. */
const later: FoodPlan = {
  ...countryPlan('IT'),
  further: [{ id: 'US_FDA', version: null }],
  demands: { product: true, lot: false, dailyLook: true, secondPerson: false },
  cost_per_kg: 14,
  currency: 'EUR',
};

/** Gives the demo's kitchens their plans of then, epoch ms, before their units are claimed. */
export const keepFirstPlans = (
  db: Database,
  { company, kitchens, at }: { company: string; kitchens: readonly string[]; at: number },
): Promise<void> =>
  db.write(async (tx) => {
    for (const laboratory of [null, ...kitchens])
      await writePlan(tx, { company, laboratory, plan: first, by: null, now: at });
  });

/** The owner changes the plan of a kitchen whose units have been judged by the first one for a while. */
export const changePlan = (
  db: Database,
  { company, kitchen, now }: { company: string; kitchen: string; now: number },
): Promise<void> =>
  db.write(async (tx) => {
    const owner = tx.selectFrom('app_user').select('id').where('email', '=', demoAccount);
    const { id: by } = await owner.executeTakeFirstOrThrow();
    const at = now - changed_ms;
    await writePlan(tx, { company, laboratory: kitchen, plan: later, by, now: at });
    await followPlans(tx, { laboratory: kitchen }, at);
  });
