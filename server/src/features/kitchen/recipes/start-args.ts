import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { Refusal } from '#core/http/refusal.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * Refuses what a person may not say of a run.
 * @throws Refusal `command_invalid` with the fields
 */
export function refuseUnasked(args: Args, asked: readonly string[]): void {
  const unknown = Object.keys(args).filter((name) => !asked.includes(name));
  if (unknown.length === 0) return;
  throw new Refusal('command_invalid', 422, {
    fields: unknown.map((name) => ({ path: `body.args.${name}`, code: 'bad_argument' })),
  });
}

/** The command that starts a definition, with what a person says of the run. */
export function commandOf(definition: RecipeDefinition, args: Args): { name: string; args: Args } {
  if (definition.family === 'PL') return { name: 'setProofingPlan', args: { ...definition.plan, ...args } };
  const { function: code, phases, sanigen, trays } = definition;
  const own = { function: code, phases, ...(sanigen !== undefined && { sanigen }), ...(trays && { trays }) };
  return { name: 'startCycle', args: { ...own, ...args } };
}
