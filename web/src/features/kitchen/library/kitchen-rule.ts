import { families } from '@brina/domain/appliance/families/families';
import { makersRules, type Rule } from '@brina/domain/haccp/rules';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';

/** The maker's rule for what a cycle does; null: none speaks of it. */
export function ruleOf(definition: RecipeDefinition): Rule | null {
  if (definition.family === 'PL') return null;
  const kind = families[definition.family].functions[definition.function]?.record;
  return kind === undefined ? null : makersRules[kind];
}

/** How warm that rule lets food be stored, as advice takes it. */
export function storageOf(definition: RecipeDefinition): { readonly storage_max?: number } {
  const max = ruleOf(definition)?.hold?.max;
  return max === undefined ? {} : { storage_max: max };
}
