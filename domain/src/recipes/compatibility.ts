/**
 * Whether an appliance can run a cycle of the library, and as what (S3.10, S3.28, S8.21): one answer for server and browser.
 * Temperatures in °C, times in minutes.
 */

import type { StartFault } from '../appliance/argument-fault.ts';
import { families } from '../appliance/families/families.ts';
import { type FamilyRow, humidifies, type Limits, type ModelRow, type Package } from '../appliance/families/family.ts';
import { firstEnds, type PhasePlan, phaseEnds } from '../appliance/phase-plan.ts';
import { checkStart, timersOf } from '../cycles/cycle-plan.ts';
import { checkProofing } from '../cycles/proofing.ts';
import { type CycleChange, type TranslationFault, translateDefinition } from './elsewhere.ts';
import { type BlastDefinition, type ProverDefinition, packageOf, type RecipeDefinition } from './recipe.ts';

/** Why an appliance cannot run a cycle. Phases count from 1. */
export type CompatibilityFault =
  /** The cycle is one of another kind of appliance. */
  | { readonly kind: 'family' }
  | { readonly kind: 'package' }
  /** How the phase ends; the unit's software does not know it. */
  | { readonly kind: 'end'; readonly phase: number; readonly end: string }
  /** Its phases are none that this appliance runs, whatever the reason; the cycle has to be changed. */
  | { readonly kind: 'faulty'; readonly faults: readonly StartFault[] }
  | TranslationFault;

/** Whether an appliance can run a cycle; `definition` is what it runs, in the numbering of its family. */
export type Compatibility =
  | { readonly kind: 'ok'; readonly definition: RecipeDefinition }
  | { readonly kind: 'adapted'; readonly definition: RecipeDefinition; readonly changes: readonly CycleChange[] }
  | { readonly kind: 'refused'; readonly reason: CompatibilityFault };

/** What decides besides the model whether a unit runs a cycle. */
export type RunningUnit = {
  /** Absent: the larger one; a model that has one only goes by that. */
  readonly package?: Package | undefined;
  /**
   * Ends of phases that its software knows, by their kind: what it tells as `cycleEnds`; null: it tells none and knows the first six. Where
   * no unit is asked about, or one that has run the cycle, all of them (`phaseEnds`).
   */
  readonly ends: readonly string[] | null;
};

const refused = (reason: CompatibilityFault): Compatibility => ({ kind: 'refused', reason });

/**
 * Whether an appliance can run a cycle. The first reason counts, in the order family, package, function, ranges, humidity, ends.
 * @param definition a stored or built one
 * @param unit what is known of the unit besides its model
 */
export function compatibility(
  definition: RecipeDefinition,
  model: ModelRow,
  { package: unitPackage = 'Excellence', ends: told }: RunningUnit,
): Compatibility {
  const ends = told ?? firstEnds;
  if (definition.family === 'PL') return ofProver(definition, model);
  if (definition.family === model.family) {
    const isEssential = (model.package ?? unitPackage) === 'Essential';
    if (isEssential && packageOf(definition) === 'Excellence') return refused({ kind: 'package' });
    return onModel(definition, [], model, ends);
  }
  if (definition.family !== 'MF' || (model.family !== 'EF' && model.family !== 'SF')) {
    return refused({ kind: 'family' });
  }
  const translation = translateDefinition(definition, model.family);
  if ('fault' in translation) return refused(translation.fault);
  return onModel(translation.definition, translation.changes, model, ends);
}

function ofProver(definition: ProverDefinition, model: ModelRow): Compatibility {
  if (model.family !== 'PL') return refused({ kind: 'family' });
  const faults = checkProofing(model, { ...definition.plan, readyAt: anyMinute });
  return faults.length > 0 ? refused({ kind: 'faulty', faults }) : { kind: 'ok', definition };
}

/** A definition does not say when it is to be ready, and the check of its phases does not look at it. */
const anyMinute = '2026-01-01T06:00';

function onModel(
  definition: BlastDefinition,
  changes: readonly CycleChange[],
  model: ModelRow,
  ends: readonly string[],
): Compatibility {
  const family = families[model.family];
  const row = family.functions[definition.function];
  if (!row?.definition) return refused({ kind: 'function', function: row?.key ?? 'idle' });
  const { trays, ...untimed } = definition;
  const kept = trays?.filter(
    ({ tray, min }) =>
      tray <= timersOf(model, row) && row.time_min !== null && min >= row.time_min.min && min <= row.time_min.max,
  );
  const left = (trays?.length ?? 0) - (kept?.length ?? 0);
  const adapted = { ...untimed, ...(kept && kept.length > 0 ? { trays: kept } : {}) };
  const reason = phasesFault(adapted, model, family) ?? endFault(adapted.phases, ends);
  if (reason) return refused(reason);
  const told = left > 0 ? [...changes, { kind: 'timers', count: left } as const] : changes;
  if (told.length === 0) return { kind: 'ok', definition };
  return { kind: 'adapted', definition: adapted, changes: told };
}

/** What the start would be refused for: the air first, then the humidity, then anything else. */
function phasesFault(definition: BlastDefinition, model: ModelRow, family: FamilyRow): CompatibilityFault | undefined {
  const { function: code, phases, sanigen, trays } = definition;
  const isPlanned = phases.some(({ end }) => end.by === 'auto');
  const args = {
    function: code,
    phases,
    ...(sanigen === undefined ? {} : { sanigen }),
    ...(trays === undefined ? {} : { trays }),
    ...(isPlanned ? { readyAt: anyMinute } : {}),
  };
  // Ends have a reason of their own, which comes last.
  const faults = checkStart(model, args, 'Excellence', phaseEnds);
  const air = faults.find(({ path, code }) => code === 'out_of_range' && /^phases\.\d+\.air$/.test(path));
  if (air) return airFault(phases, air);
  return humidityFault(phases, model, family) ?? (faults.length > 0 ? { kind: 'faulty', faults } : undefined);
}

function airFault(phases: readonly PhasePlan[], { path, min = -40, max = 90 }: StartFault): CompatibilityFault {
  const index = Number(path.split('.')[1]);
  const limits: Limits = { min, max };
  const airs = [phases[index]?.air ?? []].flat();
  const air = airs.find((value) => value < limits.min || value > limits.max) ?? 0;
  return { kind: 'air', phase: index + 1, air, ...limits };
}

/** A set-point needs water, an upper limit a family that dries. */
function humidityFault(
  phases: readonly PhasePlan[],
  model: ModelRow,
  family: FamilyRow,
): CompatibilityFault | undefined {
  const dries = Object.values(family.functions).some(({ rhMax }) => rhMax !== null);
  for (const [index, { rh }] of phases.entries()) {
    if (rh === null) continue;
    if ('set' in rh && !humidifies(model)) return { kind: 'humidity', phase: index + 1, rh: rh.set };
    if ('max' in rh && !dries) return { kind: 'humidity', phase: index + 1, rh: rh.max };
  }
  return undefined;
}

function endFault(phases: readonly PhasePlan[], ends: readonly string[]): CompatibilityFault | undefined {
  const index = phases.findIndex(({ end }) => !ends.includes(end.by));
  const phase = phases[index];
  return phase ? { kind: 'end', phase: index + 1, end: phase.end.by } : undefined;
}
