/** What a unit is doing with its food, across families: the rules speak of stages, not of modes, functions and phases. */
import { families } from '../../appliance/families/families.ts';
import type { FamilyCode } from '../../appliance/families/family-code.ts';
import type { ModeKey } from '../../appliance/modes.ts';
import type { PhaseKey } from '../../appliance/phases.ts';
import type { UnitContext } from './input.ts';
import type { ZoneState } from './state.ts';

/** `off` stands by; `idle` is a blast chiller without a cycle; `other` does something no rule about food speaks of. */
export type Stage =
  | 'off'
  | 'idle'
  | 'chill'
  | 'freeze'
  | 'holdCold'
  | 'chocolate'
  | 'holdHot'
  | 'heat'
  | 'thaw'
  | 'retard'
  | 'proof'
  | 'sleep'
  | 'test'
  | 'other';

const stageOfPhase: Readonly<Partial<Record<PhaseKey, Stage>>> = {
  none: 'idle',
  hardChill: 'chill',
  softChill: 'chill',
  pull: 'chill',
  equalise: 'chill',
  blastFreeze: 'freeze',
  coreFreeze: 'freeze',
  freeze: 'freeze',
  crust: 'freeze',
  parasiteHold: 'freeze',
  holdCold: 'holdCold',
  holdFrozen: 'holdCold',
  waitReady: 'holdCold',
  holdWarm: 'holdHot',
  thawFirst: 'thaw',
  thawTemper: 'thaw',
  thaw: 'thaw',
  preHeat: 'heat',
  regenerate: 'heat',
  cook: 'heat',
  coreHold: 'heat',
  melting: 'heat',
  keepFluid: 'heat',
  drying: 'heat',
  blocking: 'retard',
  storing: 'retard',
  proofing: 'proof',
  sleeping: 'sleep',
};

const stageOfMode: Readonly<Partial<Record<ModeKey, Stage>>> = {
  negativeCold: 'holdCold',
  positiveCold: 'holdCold',
  chocolate: 'chocolate',
  test: 'test',
};

/** Codes of a family's phases in which a blast chiller holds food, cold or hot. */
export const holdingPhases = (family: FamilyCode): readonly number[] =>
  Object.entries(families[family].phases).flatMap(([code, key]) =>
    ['holdCold', 'holdHot'].includes(stageOfPhase[key] ?? '') ? [Number(code)] : [],
  );

/** Modes that are a defrost: the food is still what it was before. */
export const defrostModes: readonly ModeKey[] = ['defrost', 'defrosting'];

/** Pastry above this is not kept for safety: no limit holds. */
const pastryAbove = 8;

/**
 * Whether a zone stands by: the unit is switched off, or a cabinet or prover is in its mode of that name. It then keeps nothing cold or
 * warm; airing it with the door open is good practice.
 * @param power `powerState` as it was told last
 * @param mode last mode of the zone that is no defrost; a blast chiller has none
 */
export const standsBy = (
  { model }: UnitContext,
  power: number | null | undefined,
  mode: number | null | undefined,
): boolean => power === 0 || (model.kind !== 'blast' && families[model.family].modes[mode ?? -1]?.key === 'standby');

/** What a stage is known by. */
type Facts = {
  readonly context: UnitContext;
  readonly isBlast: boolean;
  readonly here: Pick<ZoneState, 'mode'>;
  readonly set: number | null;
  readonly value: (name: 'powerState' | 'cyclePhase') => number | null;
};

/** What a unit is doing in a zone. */
export function stageOf(unit: Facts): Stage {
  if (standsBy(unit.context, unit.value('powerState'), unit.here.mode)) return 'off';
  const family = families[unit.context.model.family];
  const phase = unit.value('cyclePhase');
  const byPhase = phase === null ? undefined : stageOfPhase[family.phases[phase] ?? 'none'];
  if (unit.isBlast) return phase === null ? 'idle' : (byPhase ?? 'other');
  const mode = unit.here.mode === null ? undefined : family.modes[unit.here.mode]?.key;
  const byMode = mode && stageOfMode[mode];
  if (byMode) return byMode;
  if (mode === 'direct' || mode === 'programmed')
    return byPhase === undefined || byPhase === 'idle' ? 'other' : byPhase;
  return unit.set !== null && unit.set > pastryAbove && unit.context.model.family !== 'CP' ? 'other' : 'holdCold';
}
