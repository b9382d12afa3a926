import { type FoodPlan, planFault } from '@brina/domain/haccp/plans/food-plan';
import { refuse } from '#core/http/refusal.ts';

/** Refuses a plan that may not be a kitchen's. */
export function refuseFaulty(plan: FoodPlan): void {
  const fault = planFault(plan);
  if (fault) refuse(fault, 422);
}
