/** What is asked of the forecast of a cycle of the library: its load, its appliance, and how it went before. */
import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { phaseEnds } from '@brina/domain/appliance/phase-plan';
import { loadLimitsOf } from '@brina/domain/cycles/cycle-plan';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { compatibility } from '@brina/domain/recipes/compatibility';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { defaultLoad, type FoodLoad, foodLimits } from '@brina/domain/thermal/loads';
import type { ForecastQuestion } from './forecast.ts';
import { ruleOf } from './kitchen-rule.ts';
import { functionOf } from './library.data.ts';
import { median } from './median.ts';

/** What is known of a cycle: what it does, and how it ran before; absent: it is being written. */
type Known = { readonly definition: RecipeDefinition; readonly runs?: Recipe['runs'] };

/** The load that a forecast begins with: what the cycle is written for, what it usually had on the model, or a usual one; null: no food. */
export function usualLoad({ definition, runs = [] }: Known, model: ModelRow): FoodLoad | null {
  if (definition.family === 'PL') return null;
  const key = functionOf(definition);
  if (key === null) return null;
  const loads = runs.flatMap((run) => (run.model === model.storedName && run.load_kg !== null ? [run.load_kg] : []));
  const usual_kg = median(loads);
  const usual = defaultLoad(key, model, { plan: definition.phases, ...(usual_kg !== undefined && { usual_kg }) });
  return usual && { ...usual, ...definition.assumed };
}

/** Whether all of a load is said, and within what the model holds and the forecast knows. */
export function isLoad(
  load: Readonly<Record<keyof FoodLoad, number | null | undefined>>,
  model: ModelRow,
): load is FoodLoad {
  const within = (value: number | null | undefined, limits: { min: number; max: number } | null): boolean =>
    value != null && limits !== null && value >= limits.min && value <= limits.max;
  return (
    within(load.kg, loadLimitsOf(model)) &&
    within(load.depth_mm, foodLimits.depth_mm) &&
    within(load.from_C, foodLimits.from_C)
  );
}

/**
 * What is asked about a load on an appliance; where the appliance runs the cycle adapted, about that.
 * @param load null: the forecast knows no food of this cycle
 * @param plan by which its batch is judged
 */
export function questionOf(
  definition: RecipeDefinition,
  model: ModelRow,
  about: { unit: Appliance | undefined; plan: FoodPlan } & Omit<ForecastQuestion, 'definition' | 'model' | 'rule'>,
): ForecastQuestion {
  const { unit, plan, ...asked } = about;
  const timeZone = unit?.lab?.timeZone ?? about.timeZone;
  // Whether the unit knows these ends, the portal says; the curve is of the phases that are asked for.
  const fit = compatibility(definition, model, { package: unit?.package, ends: phaseEnds });
  return {
    definition: fit.kind === 'refused' ? definition : fit.definition,
    model: model.storedName,
    ...asked,
    rule: ruleOf(definition, { plan, now_ms: asked.now_ms, timeZone }),
    timeZone,
  };
}
