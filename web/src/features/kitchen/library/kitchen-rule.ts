/** By which rule a cycle is judged where it runs. */
import { families } from '@brina/domain/appliance/families/families';
import type { RecordKind } from '@brina/domain/appliance/families/family';
import { type FoodPlan, judgingRules } from '@brina/domain/haccp/plans/food-plan';
import type { Rule } from '@brina/domain/haccp/rules';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';

/** A plan in force: at what moment, and in what kitchen. */
type InForce = { readonly plan: FoodPlan; readonly now_ms: number; readonly timeZone: string };

/** What is judged from a cycle's start on: where food is heated again, or thaws, it is by a phase, and by air that no forecast gives. */
function kindOf(definition: RecipeDefinition): Exclude<RecordKind, 'reheat' | 'thaw'> | undefined {
  if (definition.family === 'PL') return undefined;
  const kind = families[definition.family].functions[definition.function]?.record;
  return kind === 'reheat' || kind === 'thaw' ? undefined : kind;
}

/** The rule that says what becomes of a batch of a cycle; null: none speaks of what it does. */
export function ruleOf(definition: RecipeDefinition, { plan, now_ms, timeZone }: InForce): Rule | null {
  const kind = kindOf(definition);
  return kind === undefined ? null : judgingRules(plan, kind, now_ms, timeZone).rule;
}

/** How warm food may be stored after a cycle, as advice takes it: by its rule and by the plan, whichever is stricter. */
export function storageOf(definition: RecipeDefinition, inForce: InForce): { readonly storage_max?: number } {
  const kind = kindOf(definition);
  if (kind === undefined) return {};
  const { hold } = inForce.plan;
  const storage_max = kind === 'chill' ? hold.chilled_max_C : hold.frozen_max_C;
  return { storage_max: Math.min(storage_max, ruleOf(definition, inForce)?.hold?.max ?? storage_max) };
}
