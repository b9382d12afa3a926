import { getPlans, savePlan } from '@brina/contract/calls/record/plans';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { type TestUser, testPassword } from './given.ts';

/** A proof of who signs, by the password that every test user has. */
export const grantOf = async (who: TestUser): Promise<string> =>
  (await who.call(grantSigning, { body: { password: testPassword } })).grant;

/** Gives a kitchen a plan, as somebody who has seen the one that holds. */
export async function saveFoodPlan(who: TestUser, labId: string, plan: FoodPlan) {
  const { current } = await who.call(getPlans, { query: { labId } });
  return who.call(savePlan, { body: { labId, basedOn: current?.id ?? null, plan, grant: await grantOf(who) } });
}
