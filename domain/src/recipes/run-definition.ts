/** What a run did, as a cycle that the library can keep. */
import { familyOf } from '../appliance/families/families.ts';
import type { PhasePlan } from '../cycles/cycle-plan.ts';
import { isPutIn } from './ran-otherwise.ts';
import { type BlastDefinition, recipeFamilies } from './recipe.ts';
import { checkDefinition } from './recipe-check.ts';

/**
 * The definition of a run, in the numbering of the family that ran it, without the cooling down that a unit puts in by itself; null where it
 * cannot be kept: a prover's plan, a function of which no cycle is made, phases that are none.
 * @param storedName name of the model that ran it
 * @param plan phases as the run reported them
 */
export function definitionOfRun(
  storedName: string,
  code: number,
  plan: readonly Readonly<Record<string, unknown>>[],
): BlastDefinition | null {
  const family = recipeFamilies.find((one) => one === familyOf(storedName)?.code);
  if (family === undefined || family === 'PL') return null;
  const phases = plan.filter((phase) => !isPutIn(family, phase.phase)) as unknown as readonly PhasePlan[];
  const definition: BlastDefinition = { family, function: code, phases };
  return checkDefinition(definition).length === 0 ? definition : null;
}
