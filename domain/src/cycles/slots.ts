/**
 * The favourites of a blast chiller: numbered places at its panel, each with a cycle that is started there by one touch. What is put
 * into one comes from the portal as the command `loadPreset`. Temperatures in °C, times in minutes.
 */
import {
  badArgument,
  inconsistent,
  integerFaults,
  nameFaults,
  type StartFault,
  textFaults,
} from '../appliance/argument-fault.ts';
import type { ModelRow, Package } from '../appliance/families/family.ts';
import type { PhaseEndKind } from '../appliance/phase-plan.ts';
import { type CycleSource, type StartCycleArgs, sourceFaults, sourceLimits } from './cycle-definition.ts';
import { checkStart } from './cycle-plan.ts';

/** So many places a panel has, numbered from 1. */
export const slots_max = 24;

/** Whether the appliances of a model have favourites at their panel. */
export const hasSlots = ({ family }: ModelRow): boolean => family === 'MF' || family === 'EF' || family === 'SF';

/** So long a title the panel shows. */
export const slotTitle_max = 60;

/** What a place may hold: a cycle of the library, as its unit runs it, with what it is called. */
export type SlotCycle = CycleSource & {
  readonly title: string;
  readonly function: number;
  readonly phases: NonNullable<StartCycleArgs['phases']>;
  readonly sanigen?: number;
  readonly trays?: NonNullable<StartCycleArgs['trays']>;
};

/**
 * Arguments of `loadPreset`: a cycle for a place, or nothing for it. `replace`: what is in the place may go; with `over` only a cycle of
 * that hash, so that what somebody has made at the panel meanwhile stays.
 */
export type LoadPresetArgs = { readonly slot: number; readonly replace?: boolean; readonly over?: string } & (
  | SlotCycle
  | { readonly id: null }
);

/** Some minute: whether a cycle that is ended by the clock can be run does not depend on when. */
const anyMinute = '2026-01-01T06:00';

const cycleNames = ['id', 'v', 'h', 'title', 'function', 'phases', 'sanigen', 'trays'];

/**
 * Faults of the arguments of `loadPreset`, any JSON. Without `phases`, or with `id` null, the place is emptied: it takes no other
 * argument then. A cycle must be one that the unit could start.
 */
export function checkSlot(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  unitPackage?: Package,
  ends?: readonly PhaseEndKind[],
): readonly StartFault[] {
  const faults = [
    ...nameFaults(args, ['slot', 'replace', 'over', ...cycleNames]),
    ...integerFaults('slot', args.slot, { min: 1, max: slots_max }),
    ...(args.replace === undefined || typeof args.replace === 'boolean' ? [] : [badArgument('replace')]),
    ...(args.over === undefined || (typeof args.over === 'string' && sourceLimits.h.test(args.over))
      ? []
      : [badArgument('over')]),
  ];
  if (args.phases === undefined || args.id === null) {
    return [...faults, ...cycleNames.filter((name) => args[name] != null).map(inconsistent)];
  }
  const { function: code, phases, sanigen, trays } = args;
  const isPlanned = Array.isArray(phases) && phases.some((phase) => phase?.end?.by === 'auto');
  return [
    ...faults,
    ...sourceFaults('', args),
    ...textFaults('title', args.title, slotTitle_max),
    ...checkStart(
      model,
      {
        function: code,
        phases,
        ...(sanigen === undefined ? {} : { sanigen }),
        ...(trays === undefined ? {} : { trays }),
        ...(isPlanned ? { readyAt: anyMinute } : {}),
      },
      unitPackage,
      ends,
    ),
  ];
}
