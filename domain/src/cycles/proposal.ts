/** A start that is proposed at the panel: the portal asks for it, and somebody in front of the unit starts it instead of the portal. */
import { badArgument, type StartFault, textFaults } from '../appliance/argument-fault.ts';
import type { ModelRow, Package } from '../appliance/families/family.ts';
import type { PhaseEndKind } from '../appliance/phase-plan.ts';
import { isLocalMinute } from '../language/local-minute.ts';
import { checkStart } from './cycle-plan.ts';
import { slotTitle_max } from './slots.ts';

/** The start a proposal asks for. */
export function startOf({
  title: _title,
  at: _at,
  ...start
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return start;
}

/**
 * Faults of the arguments of `proposeStart`, any JSON: those of a start, `title` as the panel calls it, and `at`, the minute of the
 * kitchen's clock it is planned for.
 */
export const checkProposal = (
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  unitPackage?: Package,
  ends?: readonly PhaseEndKind[],
): readonly StartFault[] => [
  ...textFaults('title', args.title, slotTitle_max),
  ...(typeof args.at === 'string' && isLocalMinute(args.at) ? [] : [badArgument('at')]),
  ...checkStart(model, startOf(args), unitPackage, ends),
];
