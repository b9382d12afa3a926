import type { RecipeFit, RecipeHead } from '@brina/contract/calls/kitchen/recipes';
import { familyOf } from '@brina/domain/appliance/families/families';
import { functionMessages } from '@brina/domain/appliance/functions.messages';
import { phaseMessages } from '@brina/domain/appliance/phases.messages';
import type { CompatibilityFault } from '@brina/domain/recipes/compatibility';
import { compatibilityMessages } from '@brina/domain/recipes/compatibility.messages';
import { changeWords, faultWords, type Words } from '@brina/domain/recipes/compatibility-words';
import type { CycleChange } from '@brina/domain/recipes/elsewhere';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';

/** An appliance as far as a sentence about it needs. */
export type Spoken = { readonly name: string; readonly model: string };

/** Texts that the words of a fit are made of. */
export const fitMessages = [compatibilityMessages, functionMessages, phaseMessages];

/** Sentences for whether an appliance runs a cycle: why not (S8.21), or in what the cycle is changed for it. */
export function useFitWords() {
  const { t, has } = useMessages(compatibilityMessages);
  const { t: functionName } = useMessages(functionMessages);
  const { t: phaseName } = useMessages(phaseMessages);
  const format = useFormat();
  const quantity = (value: number, unit: 'Cel' | '%'): string => format.quantity(value, unit);
  // Key and values fit by `faultWords` and `changeWords`, which the types of `t` cannot follow.
  const say = ({ key, values }: Words): string => (t as (key: string, values: Words['values']) => string)(key, values);
  return {
    against: (fit: RecipeFit | undefined, cycle: Pick<RecipeHead, 'family'>, appliance: Spoken): string | null =>
      fit?.kind === 'refused' && fit.reason
        ? say(
            faultWords(fit.reason as CompatibilityFault, {
              name: appliance.name,
              family: familyOf(appliance.model)?.code ?? '',
              cycleFamily: cycle.family,
              quantity,
              functionName,
              phaseName,
              endName: (by) => {
                const key = `end.${by}`;
                return has(key) ? say({ key, values: {} } as Words) : by;
              },
            }),
          )
        : null,
    changes: (fit: RecipeFit | undefined): readonly string[] =>
      fit?.kind === 'adapted'
        ? (fit.changes ?? []).map((change) => say(changeWords(change as CycleChange, { quantity })))
        : [],
  };
}
