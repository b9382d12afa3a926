/** Whether what a unit ran is what a version of a cycle says (B3.3). */
import { families, modelRow } from '../appliance/families/families.ts';
import { phaseEnds } from '../appliance/phase-plan.ts';
import { canonical } from '../canonical.ts';
import type { PhasePlan } from '../cycles/cycle-plan.ts';
import { compatibility } from './compatibility.ts';
import type { BlastDefinition, RecipeDefinition } from './recipe.ts';

/**
 * Whether a reported plan has other phases than the definition has on that model, where it may run adapted. The cooling down that a unit
 * puts before cold phases is its own and no difference; nor are the times at which a phase is called late.
 * @param plan what the run reported; any JSON
 * @param storedName name of the model that ran it
 */
export function ranOtherwise(definition: RecipeDefinition, plan: readonly unknown[], storedName: string): boolean {
  // A prover computes its phases from the clock: there is nothing to compare.
  if (definition.family === 'PL') return false;
  const model = modelRow(storedName);
  // Which ends the unit knew at that time nobody keeps; what it ran, it knew.
  const fit = model && compatibility(definition, model, { ends: phaseEnds });
  // Another family has its own codes, also where nothing had to be adapted.
  const asked = fit && fit.kind !== 'refused' ? fit.definition : definition;
  if (asked.family === 'PL') return false;
  const { family } = asked;
  const isAsked = asked.phases.some(({ phase }) => isPutIn(family, phase));
  const ran = (plan as readonly PhasePlan[]).filter(({ phase }) => isAsked || !isPutIn(family, phase));
  return canonical(ran.map(essence)) !== canonical(asked.phases.map(essence));
}

/** Whether a phase is the cooling down that a unit puts before cold phases by itself. @param code of the phase; any JSON */
export const isPutIn = (family: BlastDefinition['family'], code: unknown): boolean =>
  typeof code === 'number' && families[family].phases[code] === 'coolDown';

const essence = ({ phase, air, fan, rh, end, hold }: PhasePlan) => ({ phase, air, fan, rh, end, hold: hold ?? false });
