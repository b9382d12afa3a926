import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { getPlans } from '@brina/contract/calls/record/plans';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/query.ts';

/**
 * The food-safety plan by which an appliance's batches are judged: that of its kitchen, else of the company, else the maker's limits.
 * @param mayRun it is one of the reader's company: who else looks at a cycle sees no plan
 * @returns undefined while nobody knows yet
 */
export function useKitchenPlan(unit: Pick<Appliance, 'lab'> | undefined, mayRun: boolean): FoodPlan | undefined {
  const labId = unit?.lab?.id;
  const isAsked = unit !== undefined && mayRun;
  const { data, isPending } = useQuery({
    ...callQuery(getPlans, { query: labId === undefined ? {} : { labId } }),
    enabled: isAsked,
  });
  // Where it cannot be had, what is said names its rule.
  return isAsked && isPending ? undefined : (data?.current?.plan ?? makersPlan);
}
