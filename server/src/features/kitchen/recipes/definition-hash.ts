import { createHash } from 'node:crypto';
import { canonical } from '@brina/domain/canonical';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';

/**
 * What two cycles share that do the same: the first 16 hex digits of SHA-256 over the definition as canonical JSON (RFC 8785), without the
 * load it assumes, which changes no phase.
 */
export function definitionHash({ assumed: _, ...definition }: RecipeDefinition): string {
  return createHash('sha256').update(canonical(definition)).digest('hex').slice(0, 16);
}
