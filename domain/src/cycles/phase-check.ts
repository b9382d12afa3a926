/** Check of phases that a person wrote (S2.38): every value within the row it obeys, and phases that make sense one after another. */
import {
  badArgument,
  inconsistent,
  isRecord,
  nameFaults,
  notCompatible,
  numberFaults,
  type StartFault,
} from '../appliance/argument-fault.ts';
import {
  type FamilyRow,
  type FunctionRow,
  humidifies,
  type Limits,
  type ModelRow,
} from '../appliance/families/family.ts';
import { askedPhases_max, type PhasePlan } from '../appliance/phase-plan.ts';
import { airBeyondTarget_K } from './cycle-definition.ts';

/** No phase is longer than a week: the longest holding by time. */
const time_min: Limits = { min: 0.5, max: 10_080 };
const fan: Limits = { min: 20, max: 100 };
const rhSet: Limits = { min: 40, max: 95 };
const rhMax: Limits = { min: 10, max: 60 };
const names = ['phase', 'air', 'fan', 'rh', 'end', 'hold', 'fallback_min', 'late_min', 'max_min'];

/** Faults of the argument `phases`; the value may be any JSON. */
export function phaseFaults(
  model: ModelRow,
  family: FamilyRow,
  row: FunctionRow,
  value: unknown,
): readonly StartFault[] {
  if (!Array.isArray(value) || value.length === 0) return [badArgument('phases')];
  if (value.length > askedPhases_max) return [{ path: 'phases', code: 'out_of_range', min: 1, max: askedPhases_max }];
  const faults = value.flatMap((phase, index) => oneFaults(model, family, row, phase, `phases.${index}.`));
  return faults.length > 0 ? faults : orderFaults(value as readonly PhasePlan[]);
}

function oneFaults(
  model: ModelRow,
  family: FamilyRow,
  row: FunctionRow,
  value: unknown,
  path: string,
): readonly StartFault[] {
  if (!isRecord(value)) return [badArgument(path.slice(0, -1))];
  const code = value.phase;
  const key = typeof code === 'number' ? family.phases[code] : undefined;
  if (typeof code !== 'number' || key === undefined || key === 'none') return [badArgument(`${path}phase`)];
  const drips = key === 'dripping' || key === 'defrosting';
  return [
    ...nameFaults(value, names, path),
    ...airFaults(`${path}air`, value.air, airLimits(model, family, row, code, value.hold === true)),
    ...(drips && value.fan === 0 ? [] : numberFaults(`${path}fan`, value.fan, fan)),
    ...humidityFaults(`${path}rh`, value.rh, model),
    ...endFaults(`${path}end`, value.end, value.air),
    ...(value.hold === undefined || value.hold === true ? [] : [badArgument(`${path}hold`)]),
    ...(['fallback_min', 'late_min', 'max_min'] as const).flatMap((name) =>
      value[name] === undefined ? [] : numberFaults(path + name, value[name], time_min),
    ),
  ];
}

/**
 * The air a phase may have: a function's range, and what its definition uses, bind the phases it runs by default; those it borrows obey
 * the function they come from, and a phase that no function runs obeys only what the appliance can do.
 */
function airLimits(model: ModelRow, family: FamilyRow, row: FunctionRow, code: number, holds: boolean): Limits {
  const usual = (one: FunctionRow): readonly PhasePlan[] =>
    one.definition?.hard.filter((phase) => phase.phase === code && (phase.hold ?? false) === holds) ?? [];
  const settable = (one: FunctionRow): readonly (Limits | null | undefined)[] =>
    holds ? [one.holding] : [one.air, one.softAir];
  const owner = [row, ...Object.values(family.functions)].find(
    (one) => usual(one).length > 0 && settable(one).some((limits) => limits != null),
  );
  const bounds = (owner ? settable(owner) : [family.air]).flatMap((limits) => (limits ? [limits.min, limits.max] : []));
  const airs = owner ? usual(owner).flatMap(({ air }) => air ?? []) : [];
  const min = Math.min(...bounds, ...airs);
  return { min: Math.max(min, model.air_min ?? min), max: Math.max(...bounds, ...airs) };
}

function airFaults(path: string, value: unknown, limits: Limits): readonly StartFault[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return numberFaults(path, value, limits);
  return value.length === 2 ? value.flatMap((air) => numberFaults(path, air, limits)) : [badArgument(path)];
}

function humidityFaults(path: string, value: unknown, model: ModelRow): readonly StartFault[] {
  if (value === null) return [];
  if (!isRecord(value)) return [badArgument(path)];
  if ('max' in value) return [...nameFaults(value, ['max'], `${path}.`), ...numberFaults(path, value.max, rhMax)];
  if (!humidifies(model)) return [notCompatible(path)];
  return [...nameFaults(value, ['set'], `${path}.`), ...numberFaults(path, value.set, rhSet)];
}

function endFaults(path: string, value: unknown, air: unknown): readonly StartFault[] {
  if (!isRecord(value)) return [badArgument(path)];
  const time = (): readonly StartFault[] => numberFaults(path, value.time_min, time_min);
  switch (value.by) {
    case 'core': {
      const held = value.hold_min === undefined ? [] : numberFaults(path, value.hold_min, time_min);
      return [
        ...nameFaults(value, ['by', 'target', 'hold_min'], `${path}.`),
        ...targetFaults(path, value, air),
        ...held,
      ];
    }
    case 'surface':
      return [...nameFaults(value, ['by', 'target'], `${path}.`), ...targetFaults(path, value, air)];
    case 'evaporator': {
      const target = numberFaults(path, value.target, { min: 2, max: 30 });
      return [...nameFaults(value, ['by', 'target', 'time_min'], `${path}.`), ...target, ...time()];
    }
    case 'time':
      return [...nameFaults(value, ['by', 'time_min'], `${path}.`), ...time()];
    case 'auto':
    case 'stop':
      return nameFaults(value, ['by'], `${path}.`);
    default:
      return [badArgument(path)];
  }
}

/** A target at the probe lies where a probe measures food, and the air beyond it on one side. */
function targetFaults(path: string, { target }: { readonly target?: unknown }, air: unknown): readonly StartFault[] {
  const faults = numberFaults(path, target, { min: -40, max: 95 });
  if (faults.length > 0 || typeof air !== 'number') return faults;
  return Math.abs(air - Number(target)) < airBeyondTarget_K ? [inconsistent(path)] : [];
}

/** A phase without an end is the last, a holding follows a phase that works, and one phase at most takes the time that is left. */
function orderFaults(phases: readonly PhasePlan[]): readonly StartFault[] {
  const last = phases.length - 1;
  return phases.flatMap((phase, index): StartFault[] => {
    const path = `phases.${index}.end`;
    const endless = phase.end.by === 'stop';
    const isSecondAuto = phase.end.by === 'auto' && phases.findIndex(({ end }) => end.by === 'auto') !== index;
    const misplaced = (endless && index !== last) || (phase.hold === true && (!endless || index === 0));
    return misplaced || isSecondAuto ? [inconsistent(path)] : [];
  });
}
