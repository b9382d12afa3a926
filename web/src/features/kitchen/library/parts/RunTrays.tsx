import type { Recipe } from '@brina/contract/calls/kitchen/recipes';
import { familyOf, modelRow } from '@brina/domain/appliance/families/families';
import { phaseEnds } from '@brina/domain/appliance/phase-plan';
import { compatibility } from '@brina/domain/recipes/compatibility';
import type { Said } from '../../../../appliance/said.ts';
import { TrayFields } from '../../cycles/TrayFields.tsx';

/** The timers of trays that begin with a cycle on an appliance, those of the cycle itself first; nothing where it has none there. */
export function RunTrays(props: { cycle: Recipe; model: string; said: Said; onSay: (said: Said) => void }) {
  const { cycle, said, onSay } = props;
  const model = modelRow(props.model);
  // Which function it is there; that it can be run at all, the portal has said.
  const fit = model && compatibility(cycle.definition, model, { ends: phaseEnds });
  if (!model || !fit || fit.kind === 'refused' || fit.definition.family === 'PL') return null;
  const row = familyOf(model.storedName)?.functions[fit.definition.function];
  if (!row?.timers) return null;
  const trays = said.trays ?? fit.definition.trays ?? [];
  return <TrayFields model={model} row={row} trays={trays} onChange={(next) => onSay({ ...said, trays: next })} />;
}
