import { countryPlan } from '@brina/domain/haccp/plans/country-plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { day_ms, hour_ms } from '@brina/domain/language/durations';
import { dayAfter, localDay, spanOfDay } from '@brina/domain/language/local-day';
import type { Database } from '#core/db/database.ts';
import { keepLook } from '#features/record/holding/look.ts';
import { decidePlan } from '#features/record/plans/decide.ts';
import { writePlan } from '#features/record/plans/follow.ts';

/** What a kilogram of its food costs that is thrown away. */
const costs = { cost_per_kg: 14, currency: 'EUR' } as const;
const unitedStates = { id: 'US_FDA', version: null } as const;
/** What the demo's kitchens begin with: the maker's limits, and beside them what their country says. */
const usual: FoodPlan = {
  ...makersPlan,
  further: [countryPlan('IT').primary.chill, unitedStates],
  ...costs,
};
/** What the owner decides for the main kitchen in the middle of the month: the plan of its country, and a look each day. */
const ofMain: FoodPlan = {
  ...countryPlan('IT'),
  further: [unitedStates],
  demands: { product: true, lot: false, dailyLook: true, secondPerson: false },
  ...costs,
};
const changedDaysAgo = 15;
/** The hour at which somebody looks round, and days before today on which nobody did. */
const look_h = 22;
const notLookedDaysAgo = [4, 9];

/** Gives the demo's kitchens their plans of then, epoch ms, before their units are claimed. */
export const keepDemoFoodPlans = (
  db: Database,
  { company, kitchens, at }: { company: string; kitchens: readonly string[]; at: number },
): Promise<void> =>
  db.write(async (tx) => {
    for (const laboratory of [null, ...kitchens])
      await writePlan(tx, { company, laboratory, plan: usual, by: null, now: at });
  });

type Change = { company: string; kitchen: string; owner: string; cook: string; timeZone: string; now: number };

/**
 * Lets the owner have changed the plan of the main kitchen within the demo's past, and signed it, before its units tell of that time; from
 * then on somebody has looked round each evening, but for some.
 */
export const changeDemoFoodPlan = (
  db: Database,
  { company, kitchen, owner, cook, timeZone, now }: Change,
): Promise<void> =>
  db.write(async (tx) => {
    const at = now - changedDaysAgo * day_ms;
    const by = { userId: owner, role: 'USER', member: null } as const;
    await decidePlan(tx, { company, laboratory: kitchen, plan: ofMain, by, way: 'password' }, at);
    const today = localDay(now, timeZone);
    const missed = notLookedDaysAgo.map((days) => localDay(now - days * day_ms, timeZone));
    for (let day = localDay(at, timeZone); day < today; day = dayAfter(day))
      if (!missed.includes(day))
        await keepLook(
          tx,
          { company, laboratory: kitchen, day, timeZone, by: { userId: cook, role: 'ADMIN', member: null } },
          spanOfDay(day, timeZone).from + look_h * hour_ms,
        );
  });
