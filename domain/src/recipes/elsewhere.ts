/**
 * Cycles of the family MF on blast chillers of other families (S3.10, S3.11): the same phases in the numbering of EF or SF, fan and
 * holding as that family has them. Temperatures in °C, times in minutes.
 */

import { families } from '../appliance/families/families.ts';
import type { FunctionRow, Limits } from '../appliance/families/family.ts';
import type { FunctionKey } from '../appliance/functions.ts';
import type { PhasePlan } from '../appliance/phase-plan.ts';
import type { PhaseKey } from '../appliance/phases.ts';
import type { BlastDefinition } from './recipe.ts';

/** What a cycle of another family is changed in; phases count from 1. */
export type CycleChange =
  /** Fan speed in %. */
  | { readonly kind: 'fan'; readonly phase: number; readonly from: number; readonly to: number }
  /** Air of the holding. */
  | { readonly kind: 'holding'; readonly phase: number; readonly from: number; readonly to: number }
  /** It runs without the Sanigen. */
  | { readonly kind: 'sanigen' }
  /** So many of its timers are left out. */
  | { readonly kind: 'timers'; readonly count: number };

/** Why a cycle cannot run in another family; phases count from 1. */
export type TranslationFault =
  | { readonly kind: 'function'; readonly function: FunctionKey }
  | { readonly kind: 'phase'; readonly phase: number; readonly key: PhaseKey }
  | { readonly kind: 'phaseCount'; readonly count: number; readonly max: number }
  | ({ readonly kind: 'air'; readonly phase: number; readonly air: number } & Limits)
  | ({ readonly kind: 'core'; readonly phase: number; readonly core: number } & Limits)
  | { readonly kind: 'coreHold'; readonly phase: number }
  | { readonly kind: 'humidity'; readonly phase: number; readonly rh: number };

/** A cycle in another family, or the first reason why it is none there. */
export type Translation =
  | { readonly definition: BlastDefinition; readonly changes: readonly CycleChange[] }
  | { readonly fault: TranslationFault };

/** Phases before the holding that a cycle of another family may have. */
const phases_max = 2;

/** A fan that turns at least so fast chills hard, in %. */
const hardFan = 80;

const efFunctions: Readonly<Record<number, number>> = { 0: 1, 1: 2, 2: 3, 4: 4, 13: 6, 14: 5 };

/** Codes of the phases by the key they have in MF. */
const phaseCodes: Readonly<Record<'EF' | 'SF', Readonly<Partial<Record<PhaseKey, number>>>>> = {
  EF: {
    preCooling: 1,
    hardChill: 2,
    softChill: 3,
    blastFreeze: 4,
    coreFreeze: 4,
    parasiteHold: 4,
    holdCold: 5,
    holdFrozen: 6,
    thawFirst: 7,
    thawTemper: 7,
    continuous: 8,
    defrosting: 9,
    dripping: 10,
  },
  SF: {
    preCooling: 1,
    hardChill: 3,
    softChill: 4,
    blastFreeze: 5,
    coreFreeze: 5,
    parasiteHold: 6,
    holdCold: 7,
    holdFrozen: 8,
    thawFirst: 9,
    thawTemper: 9,
    continuous: 11,
    defrosting: 12,
    dripping: 13,
    drying: 14,
    sanitising: 15,
  },
};

/**
 * An MF cycle, a preset or a Custom one, in the numbering of EF or SF. It runs there if the family has its function, with at most two
 * phases before the holding, no control of humidity, and every air and core in the ranges of that function.
 * @param definition of the family MF
 */
export function translateDefinition(definition: BlastDefinition, family: 'EF' | 'SF'): Translation {
  const code = family === 'EF' ? efFunctions[definition.function] : sfFunction(definition);
  const row = code === undefined ? undefined : families[family].functions[code];
  if (code === undefined || !row) {
    return { fault: { kind: 'function', function: families.MF.functions[definition.function]?.key ?? 'idle' } };
  }
  const fault = countFault(definition.phases) ?? firstOf(definition.phases, (phase, at) => rangeFault(row, phase, at));
  if (fault) return { fault };
  const isHard = (definition.phases[0]?.fan ?? 0) >= hardFan;
  const changes: CycleChange[] = [];
  const phases: PhasePlan[] = [];
  for (const [index, phase] of definition.phases.entries()) {
    const key = families.MF.phases[phase.phase] ?? 'none';
    const named = codeOf(family, key, index);
    if (named === undefined) return { fault: { kind: 'phase', phase: index + 1, key } };
    const adapted = adaptedPhase(row, phase, isHard);
    if (adapted.fan !== phase.fan) changes.push({ kind: 'fan', phase: index + 1, from: phase.fan, to: adapted.fan });
    if (typeof phase.air === 'number' && typeof adapted.air === 'number' && adapted.air !== phase.air) {
      changes.push({ kind: 'holding', phase: index + 1, from: phase.air, to: adapted.air });
    }
    phases.push({ ...adapted, phase: named });
  }
  const { sanigen, ...rest } = definition;
  const keepsSanigen = row.sanigen !== null && sanigen !== undefined;
  if (sanigen && !keepsSanigen) changes.push({ kind: 'sanigen' });
  return { definition: { ...rest, ...(keepsSanigen ? { sanigen } : {}), family, function: code, phases }, changes };
}

/** The function of SF, which has one for each way of chilling, freezing and ending. */
function sfFunction({ function: code, phases }: BlastDefinition): number | undefined {
  const [first] = phases;
  const own = phases.filter(({ hold }) => !hold);
  const byCore = own.some(({ end }) => end.by === 'core' || end.by === 'even');
  const air = typeof first?.air === 'number' ? first.air : 0;
  switch (code) {
    case 0:
      return ((first?.fan ?? 0) >= hardFan ? 2 : 1) + (byCore ? 0 : 2);
    case 1:
      return sfFreezing(own, air, byCore);
    case 2:
      return air >= 0 ? 14 : 15;
    case 4:
      return 16;
    case 13:
      return air >= -20 ? 12 : 13;
    case 14:
      return 19;
    default:
      return undefined;
  }
}

/** Raw fish by what its core is held at; full cold to a core that can still be scooped hardens ice cream. */
function sfFreezing(own: readonly PhasePlan[], air: number, byCore: boolean): number {
  const ends = own.flatMap(({ end }) => (end.by === 'core' ? [end] : []));
  const held = ends.find(({ hold_min }) => hold_min !== undefined);
  if (held?.target === -20) return 8;
  if (held?.target === -35) return 9;
  if (air <= -35 && (ends.at(-1)?.target ?? -18) >= -14) return 10;
  if (!byCore) return 6;
  return air > -30 ? 7 : 5;
}

/** What chills alone, whatever its fan, begins as the pull does. */
const codeOf = (family: 'EF' | 'SF', key: PhaseKey, index: number): number | undefined =>
  family === 'SF' && key === 'softChill' && index === 0 ? phaseCodes.SF.hardChill : phaseCodes[family][key];

function countFault(phases: readonly PhasePlan[]): TranslationFault | undefined {
  const count = phases.filter(({ hold }) => !hold).length;
  return count > phases_max ? { kind: 'phaseCount', count, max: phases_max } : undefined;
}

function firstOf(
  phases: readonly PhasePlan[],
  faultOf: (phase: PhasePlan, number: number) => TranslationFault | undefined,
): TranslationFault | undefined {
  for (const [index, phase] of phases.entries()) {
    const fault = faultOf(phase, index + 1);
    if (fault) return fault;
  }
  return undefined;
}

/** Air, core and humidity of a phase against the row of its function there; the air of a holding is brought into its range instead. */
function rangeFault(row: FunctionRow, { air, end, hold, rh }: PhasePlan, phase: number): TranslationFault | undefined {
  const airs = [air].flat().filter((value) => value !== null);
  const limits = hold ? null : phaseLimits(row);
  const outside = limits && airs.find((value) => value < limits.min || value > limits.max);
  if (limits && outside != null) return { kind: 'air', phase, air: outside, min: limits.min, max: limits.max };
  if (end.by === 'core') {
    const { core, coreHold_min: held } = row;
    if (core && (end.target < core.min || end.target > core.max)) {
      return { kind: 'core', phase, core: end.target, min: core.min, max: core.max };
    }
    if (end.hold_min !== undefined && !(held && end.hold_min >= held.min && end.hold_min <= held.max)) {
      return { kind: 'coreHold', phase };
    }
  }
  return rh === null ? undefined : { kind: 'humidity', phase, rh: 'set' in rh ? rh.set : rh.max };
}

/** Limits of the air in the phases of a function: hard and gentle count together, and so does what its own definition uses. */
function phaseLimits({ air, softAir, phaseAir, definition }: FunctionRow): Limits | null {
  const settable = [phaseAir ?? air, softAir].flatMap((limits) => (limits ? [limits.min, limits.max] : []));
  const usual = (definition?.hard ?? []).filter(({ hold }) => !hold).flatMap((phase) => phase.air ?? []);
  const all = [...settable, ...usual];
  return settable.length === 0 ? null : { min: Math.min(...all), max: Math.max(...all) };
}

/** Fan as fast as the function lets it turn, and the holding within its range; a fan that stands still goes on standing. */
function adaptedPhase({ definition, holding }: FunctionRow, phase: PhasePlan, isHard: boolean): PhasePlan {
  if (phase.hold) {
    if (!holding || typeof phase.air !== 'number') return phase;
    return { ...phase, air: Math.min(Math.max(phase.air, holding.min), holding.max) };
  }
  const program = (isHard ? undefined : definition?.soft) ?? definition?.hard ?? [];
  const fans = program.filter(({ hold }) => !hold).map(({ fan }) => fan);
  if (phase.fan === 0 || fans.length === 0) return phase;
  return { ...phase, fan: Math.min(Math.max(phase.fan, Math.min(...fans)), Math.max(...fans)) };
}
