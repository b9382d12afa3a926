/** Check of phases that a person wrote (S2.38, S3.9): every value within the row it obeys, and phases that make sense one after another. */
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
  type Package,
} from '../appliance/families/family.ts';
import { askedPhases_max, type PhaseEndKind, type PhasePlan, phaseEnds } from '../appliance/phase-plan.ts';
import { airBeyondTarget_K } from './cycle-definition.ts';

/** No phase is longer than a week, the longest holding by time, nor is what is known of a whole plan. */
const longest_min = 10_080;

/** What a person may write in a phase, whatever function it belongs to; its air obeys `phaseAirLimits`. */
export const phaseLimits = {
  time_min: { min: 0.5, max: longest_min },
  fan: { min: 20, max: 100 },
  rhSet: { min: 40, max: 95 },
  rhMax: { min: 10, max: 60 },
  /** Where a probe measures food. */
  target: { min: -40, max: 95 },
  evaporator: { min: 2, max: 30 },
  within_K: { min: 1, max: 10 },
} as const satisfies Readonly<Record<string, Limits>>;

const names = ['phase', 'air', 'fan', 'rh', 'end', 'hold', 'fallback_min', 'late_min', 'max_min'];

/** Whose phases are checked: a family, on a model of it when one is known. */
type Subject = {
  readonly family: FamilyRow;
  readonly row: FunctionRow;
  readonly model: ModelRow | undefined;
  readonly unitPackage: Package | undefined;
};

/**
 * Faults of the phases of a cycle for a family (S3.9), or for one model of it; the value may be any JSON. Paths: `function`, `phases`,
 * `phases.1.air`. Codes: `bad_argument` what is missing or unknown, `out_of_range` with the limits, `inconsistent` what contradicts
 * another value, `not_compatible` what the family has not. A cycle that lasts longer than a week is `out_of_range` at the end of the
 * phase that is too much, with what is left for it.
 * @param code the function, in the family's own numbering
 * @param unitPackage what an Essential unit cannot do is `not_compatible`: any humidity
 */
export function checkPhases(
  family: FamilyRow,
  code: number,
  value: unknown,
  model?: ModelRow,
  unitPackage?: Package,
): readonly StartFault[] {
  const row = family.functions[code];
  if (!row) return [badArgument('function')];
  if (!row.definition) return [notCompatible('function')];
  if (!Array.isArray(value) || value.length === 0) return [badArgument('phases')];
  if (value.length > askedPhases_max) return [{ path: 'phases', code: 'out_of_range', min: 1, max: askedPhases_max }];
  const subject = { family, row, model, unitPackage };
  const faults = value.flatMap((phase, index) => oneFaults(subject, phase, `phases.${index}.`));
  if (faults.length > 0) return faults;
  const phases = value as readonly PhasePlan[];
  return [...orderFaults(phases), ...lengthFaults(phases)];
}

function oneFaults(subject: Subject, value: unknown, path: string): readonly StartFault[] {
  if (!isRecord(value)) return [badArgument(path.slice(0, -1))];
  const { family, row, model } = subject;
  const code = value.phase;
  const key = typeof code === 'number' ? family.phases[code] : undefined;
  if (typeof code !== 'number' || key === undefined || key === 'none') return [badArgument(`${path}phase`)];
  const drips = key === 'dripping' || key === 'defrosting';
  const air = phaseAirLimits(family, row, code, value.hold === true, model);
  return [
    ...nameFaults(value, names, path),
    ...airFaults(`${path}air`, value.air, air),
    ...(value.air === null && followsAir(value.end) ? [badArgument(`${path}air`)] : []),
    ...(drips && value.fan === 0 ? [] : numberFaults(`${path}fan`, value.fan, phaseLimits.fan)),
    ...humidityFaults(`${path}rh`, value.rh, subject),
    ...endFaults(`${path}end`, value, { air, way: wayOf(row) }),
    ...(value.hold === undefined || value.hold === true ? [] : [badArgument(`${path}hold`)]),
    ...(['fallback_min', 'late_min', 'max_min'] as const).flatMap((name) =>
      value[name] === undefined ? [] : numberFaults(path + name, value[name], phaseLimits.time_min),
    ),
    ...(mayNeverCome(value.end) && value.max_min === undefined ? [badArgument(`${path}max_min`)] : []),
  ];
}

/** Ends that want an air which is controlled: what is measured goes its way, and without one would be there at once, or never. */
export const airEnds: readonly PhaseEndKind[] = ['core', 'surface', 'air', 'even'];

const followsAir = (end: unknown): boolean => isRecord(end) && airEnds.some((by) => by === end.by);

/** Air may never get there, and a core never that near it: such a phase says when it is given up. */
const mayNeverCome = (end: unknown): boolean => isRecord(end) && (end.by === 'air' || end.by === 'even');

/**
 * The air a phase may have, °C: a function's range, and what its definition uses, bind the phases it runs by default; those it borrows
 * obey the function they come from, and a phase that no function runs obeys only what the appliance can do.
 * @param code of the phase, in the family's own numbering
 * @param holds whether it is the holding after the cycle
 * @param model where one is known: some do not get as cold as their family
 */
export function phaseAirLimits(
  family: FamilyRow,
  row: FunctionRow,
  code: number,
  holds: boolean,
  model?: ModelRow,
): Limits {
  const usual = (one: FunctionRow): readonly PhasePlan[] =>
    one.definition?.hard.filter((phase) => phase.phase === code && (phase.hold ?? false) === holds) ?? [];
  const settable = (one: FunctionRow): readonly (Limits | null | undefined)[] =>
    holds ? [one.holding] : [one.phaseAir ?? one.air, one.softAir];
  // Where the row leaves the holding open, food may be kept frozen, cold or hot: the phase is another, the limits are the row's.
  const isOpen = holds && row.holding?.default === null && row.definition?.after === undefined;
  const owner = isOpen
    ? row
    : [row, ...Object.values(family.functions)].find(
        (one) => usual(one).length > 0 && settable(one).some((limits) => limits != null),
      );
  const bounds = (owner ? settable(owner) : [family.air]).flatMap((limits) => (limits ? [limits.min, limits.max] : []));
  const airs = owner ? usual(owner).flatMap(({ air }) => air ?? []) : [];
  const min = Math.min(...bounds, ...airs);
  return { min: Math.max(min, model?.air_min ?? min), max: Math.max(...bounds, ...airs) };
}

function airFaults(path: string, value: unknown, limits: Limits): readonly StartFault[] {
  if (value === null) return [];
  if (!Array.isArray(value)) return numberFaults(path, value, limits);
  return value.length === 2 ? value.flatMap((air) => numberFaults(path, air, limits)) : [badArgument(path)];
}

/** A set-point needs a model that raises the humidity, an upper limit a family that measures it, both the package that controls it. */
function humidityFaults(path: string, value: unknown, { family, model, unitPackage }: Subject): readonly StartFault[] {
  if (value === null) return [];
  if (!isRecord(value)) return [badArgument(path)];
  if (unitPackage === 'Essential') return [notCompatible(path)];
  const { rhSet, rhMax } = phaseLimits;
  if ('max' in value) {
    if (!Object.values(family.functions).some((row) => row.rhMax)) return [notCompatible(path)];
    return [...nameFaults(value, ['max'], `${path}.`), ...numberFaults(path, value.max, rhMax)];
  }
  if (!(model ? humidifies(model) : family.models.some(humidifies))) return [notCompatible(path)];
  return [...nameFaults(value, ['set'], `${path}.`), ...numberFaults(path, value.set, rhSet)];
}

/** What an end is made of, besides its name. */
const endNames: Readonly<Record<PhaseEndKind, readonly string[]>> = {
  core: ['target', 'hold_min'],
  surface: ['target'],
  time: ['time_min'],
  auto: [],
  evaporator: ['target', 'time_min'],
  stop: [],
  air: ['target'],
  even: ['within_K'],
};

function endFaults(
  path: string,
  phase: Readonly<Record<string, unknown>>,
  may: { readonly air: Limits; readonly way: number },
): readonly StartFault[] {
  const { end, air } = phase;
  if (!isRecord(end)) return [badArgument(path)];
  const by = phaseEnds.find((one) => one === end.by);
  if (!by) return [badArgument(path)];
  const strange = nameFaults(end, ['by', ...endNames[by]], `${path}.`);
  switch (by) {
    case 'core': {
      const held = end.hold_min === undefined ? [] : numberFaults(path, end.hold_min, phaseLimits.time_min);
      return [...strange, ...targetFaults(path, end, air, may), ...held];
    }
    case 'surface':
      return [...strange, ...targetFaults(path, end, air, may)];
    case 'evaporator':
      return [
        ...strange,
        ...numberFaults(path, end.target, phaseLimits.evaporator),
        ...numberFaults(path, end.time_min, phaseLimits.time_min),
      ];
    case 'time':
      return [...strange, ...numberFaults(path, end.time_min, phaseLimits.time_min)];
    case 'air':
      return [...strange, ...numberFaults(path, end.target, may.air)];
    case 'even':
      return [...strange, ...numberFaults(path, end.within_K, phaseLimits.within_K)];
    case 'auto':
    case 'stop':
      return strange;
  }
}

/**
 * Which way food goes in a function, as its own phases have it: -1 it gets colder, 1 warmer; 0 both, or nobody says. A unit takes the way
 * from the air it has: told to chill to 3 °C in an air of 6 °C, it would call warm food done at once.
 */
function wayOf({ definition }: FunctionRow): number {
  const phases = [definition?.hard, definition?.soft, definition?.after, definition?.otherwise];
  const ways = phases.flatMap((some) =>
    (some ?? []).flatMap(({ air, end }) =>
      typeof air === 'number' && (end.by === 'core' || end.by === 'surface') ? [Math.sign(air - end.target)] : [],
    ),
  );
  return ways.every((way) => way === ways[0]) ? (ways[0] ?? 0) : 0;
}

/** A target at the probe lies where a probe measures food, and the air beyond it, on the side that the function goes to. */
function targetFaults(
  path: string,
  { target }: { readonly target?: unknown },
  air: unknown,
  { air: limits, way }: { readonly air: Limits; readonly way: number },
): readonly StartFault[] {
  const faults = numberFaults(path, target, phaseLimits.target);
  // An air that may not be is told as such.
  if (faults.length > 0 || typeof air !== 'number' || air < limits.min || air > limits.max) return faults;
  const beyond_K = air - Number(target);
  return (way === 0 ? Math.abs(beyond_K) : way * beyond_K) < airBeyondTarget_K ? [inconsistent(path)] : [];
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

/** How long a phase takes by itself, as far as its row says so; what only a probe ends counts as nothing. */
const known_min = ({ end, fallback_min = 0 }: PhasePlan): number =>
  end.by === 'time' || end.by === 'evaporator'
    ? end.time_min
    : Math.max(fallback_min, end.by === 'core' ? (end.hold_min ?? 0) : 0);

/** The first phase with which the plan lasts longer than a week. */
function lengthFaults(phases: readonly PhasePlan[]): readonly StartFault[] {
  let left_min = longest_min;
  for (const [index, phase] of phases.entries()) {
    const after_min = left_min - known_min(phase);
    if (after_min < 0) {
      return [{ path: `phases.${index}.end`, code: 'out_of_range', min: phaseLimits.time_min.min, max: left_min }];
    }
    left_min = after_min;
  }
  return [];
}
