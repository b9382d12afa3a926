import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import type { Database } from '#core/db/database.ts';
import { writePlan } from '#features/record/plans/follow.ts';

const unitedStates = { id: 'US_FDA', version: null } as const;
/** What most of the demo's kitchens go by: the maker's limits, and beside them what their country says. */
const usual: FoodPlan = { ...makersPlan, further: [countryPlan('IT').primary.chill, unitedStates] };
/** What the owner has decided for the main kitchen: the plan of its country. */
const ofMain: FoodPlan = {
  ...countryPlan('IT'),
  further: [unitedStates],
  demands: { product: true, lot: false, dailyLook: true, secondPerson: false },
  cost_per_kg: 14,
  currency: 'EUR',
};

/** Gives the demo's kitchens, of which the first is the main one, their plans of then, epoch ms, before their units are claimed. */
export const keepDemoFoodPlans = (
  db: Database,
  { company, kitchens, at }: { company: string; kitchens: readonly string[]; at: number },
): Promise<void> =>
  db.write(async (tx) => {
    for (const laboratory of [null, ...kitchens]) {
      const plan = laboratory === kitchens[0] ? ofMain : usual;
      await writePlan(tx, { company, laboratory, plan, by: null, now: at });
    }
  });
