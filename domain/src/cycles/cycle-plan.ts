/**
 * From the arguments of a start to the phases a unit runs, and the check of those arguments. Server, browser and unit share it, so
 * that a start is refused with the same reason wherever it is looked at. Temperatures in °C, times in minutes.
 */
import {
  badArgument,
  inconsistent,
  integerFaults,
  isRecord,
  nameFaults,
  notCompatible,
  numberFaults,
  type StartFault,
  textFaults,
} from '../appliance/argument-fault.ts';
import { families, familyOf } from '../appliance/families/families.ts';
import {
  type FamilyRow,
  type FunctionEnd,
  type FunctionRow,
  humidifies,
  type Limits,
  type ModelRow,
  type Package,
} from '../appliance/families/family.ts';
import { type PhaseEndKind, type PhaseHumidity, type PhasePlan, phaseEnds } from '../appliance/phase-plan.ts';
import { isLocalMinute } from '../language/local-minute.ts';
import { airBeyondTarget_K, definedPlan, type StartCycleArgs, startSourceFaults } from './cycle-definition.ts';
import { checkPhases } from './phase-check.ts';

export type { PhasePlan, StartCycleArgs, StartFault };

/**
 * The phases of a start, from the function's default definition or as written. The arguments must have passed `checkStart`; a
 * function that is not started has no phases. With a model, a humidity it cannot make is left out; an Essential unit controls none.
 */
export function planFor(
  family: FamilyRow,
  args: StartCycleArgs,
  model?: ModelRow,
  unitPackage?: Package,
): readonly PhasePlan[] {
  const row = family.functions[args.function];
  const definition = row?.definition;
  if (!definition) return [];
  const plan = args.phases ?? definedPlan(family, row, definition, args);
  if ((model?.package ?? unitPackage) === 'Essential') return plan.map((phase) => ({ ...phase, rh: null }));
  return model && !humidifies(model) ? plan.map((phase) => ({ ...phase, rh: withoutWater(phase.rh) })) : plan;
}

const withoutWater = (rh: PhaseHumidity): PhaseHumidity => (rh && 'set' in rh ? null : rh);

/** Whether a function holds its food afterwards, or chills and holds it, unless that is switched off. */
export const holdsAfter = ({ definition }: FunctionRow): boolean =>
  definition !== null && (definition.after ?? definition.hard).some((phase) => phase.hold);

/** The lowest and highest air a start of a function may ask for on a model; null: it may not. */
export function airLimitsOf(model: ModelRow, row: FunctionRow, program?: 'hard' | 'soft'): Limits | null {
  const air = (program === 'soft' ? row.softAir : undefined) ?? row.air;
  return air && { min: Math.max(air.min, model.air_min ?? air.min), max: air.max };
}

/** The load a start may state: up to a fifth more than the model is made for; null on models without cycles. */
export const loadLimitsOf = (model: ModelRow): Limits | null =>
  model.kind === 'blast' ? { min: 0.1, max: 1.2 * Math.max(model.chill_kg, model.freeze_kg) } : null;

/** So many timers a function has on a model; 0: none. */
export function timersOf(model: ModelRow, { timers }: FunctionRow): number {
  if (!timers) return 0;
  return Math.min(timers.of === 'tray' ? model.trays : model.trolleys, timers.max ?? Number.POSITIVE_INFINITY);
}

/**
 * Checks the arguments of `startCycle` for a model and the unit's package, before anything is sent; they may be any JSON. An empty
 * list: it may be sent. A value that the chosen way of ending would ignore is `inconsistent`, because the person expects it to count.
 * Whether `readyAt` leaves enough time, `scheduleOf` says.
 * @param unitPackage an Essential unit controls no humidity
 * @param ends those the unit knows (`endsKnown`)
 */
export function checkStart(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  unitPackage: Package = 'Excellence',
  ends: readonly PhaseEndKind[] = phaseEnds,
): readonly StartFault[] {
  const family = familyOf(model.storedName);
  const code = typeof args.function === 'number' ? args.function : Number.NaN;
  const row = family?.functions[code];
  // A cycle of another family is one that this appliance cannot do; a number of no family means nothing.
  const isElsewhere = Object.values(families).some(({ functions }) => Object.hasOwn(functions, code));
  if (!family || !row) return [isElsewhere ? notCompatible('function') : badArgument('function')];
  const essential = (model.package ?? unitPackage) === 'Essential';
  if (!row.definition || (essential && row.package === 'Excellence')) return [notCompatible('function')];
  const faults = [
    ...shapeFaults(args, row),
    ...rangeFaults(model, args, row, essential),
    ...timerFaults(model, args.trays, row),
    ...(args.phases === undefined ? [] : checkPhases(family, code, args.phases, model, model.package ?? unitPackage)),
    ...unknownEnds(args.phases, ends),
  ];
  if (faults.length > 0) return faults;
  return args.phases === undefined
    ? inconsistencies(family, args as StartCycleArgs, row)
    : besidePhases(args as StartCycleArgs);
}

/** Phases that end in a way which the unit's software does not know. */
const unknownEnds = (phases: unknown, known: readonly PhaseEndKind[]): readonly StartFault[] =>
  (Array.isArray(phases) ? phases : []).flatMap((phase: unknown, index): readonly StartFault[] => {
    const end = isRecord(phase) ? phase.end : undefined;
    const by = isRecord(end) ? phaseEnds.find((one) => one === end.by) : undefined;
    return by && !known.includes(by) ? [notCompatible(`phases.${index}.end`)] : [];
  });

/** Arguments that change the default definition, and so have no meaning beside phases of one's own. */
const changing = [
  'by',
  'program',
  'air',
  'core',
  'coreHold_min',
  'surface',
  'time_min',
  'fan',
  'rh',
  'rhMax',
  'hold',
  'holdAir',
] as const satisfies readonly (keyof StartCycleArgs)[];

const known: readonly string[] = [
  'function',
  ...changing,
  'sanigen',
  'readyAt',
  'trays',
  'phases',
  'source',
  'load_kg',
  'product',
  'lot',
];

function shapeFaults(args: Readonly<Record<string, unknown>>, row: FunctionRow): readonly StartFault[] {
  const faults = [...nameFaults(args, known)];
  if (args.by !== undefined && !row.ends.some((end) => end === args.by)) faults.push(badArgument('by'));
  if (args.program !== undefined && args.program !== 'hard' && args.program !== 'soft') {
    faults.push(badArgument('program'));
  }
  if (args.program === 'soft' && !row.definition?.soft) faults.push(notCompatible('program'));
  if (args.hold !== undefined && typeof args.hold !== 'boolean') faults.push(badArgument('hold'));
  if (args.readyAt !== undefined && (typeof args.readyAt !== 'string' || !isLocalMinute(args.readyAt))) {
    faults.push(badArgument('readyAt'));
  }
  faults.push(...startSourceFaults(args.source));
  if (args.product !== undefined) faults.push(...textFaults('product', args.product, 60));
  if (args.lot !== undefined) faults.push(...textFaults('lot', args.lot, 40));
  return faults;
}

function rangeFaults(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  row: FunctionRow,
  essential: boolean,
): readonly StartFault[] {
  const limits: Readonly<Record<string, Limits | null>> = {
    air: airLimitsOf(model, row, args.program === 'soft' ? 'soft' : 'hard'),
    core: row.core,
    coreHold_min: row.coreHold_min,
    surface: row.surface,
    time_min: row.timers ? null : row.time_min,
    fan: row.fan,
    rh: humidifies(model) && !essential ? row.rh : null,
    rhMax: essential ? null : row.rhMax,
    sanigen: row.sanigen,
    holdAir: row.holding,
    load_kg: loadLimitsOf(model),
  };
  return Object.entries(limits).flatMap(([path, limit]): readonly StartFault[] => {
    const value = args[path];
    if (value === undefined) return [];
    if (!limit) return [notCompatible(path)];
    return path === 'sanigen' ? integerFaults(path, value, limit) : numberFaults(path, value, limit);
  });
}

function timerFaults(model: ModelRow, value: unknown, row: FunctionRow): readonly StartFault[] {
  if (value === undefined) return [];
  const max = timersOf(model, row);
  const { time_min } = row;
  if (max === 0 || !time_min) return [notCompatible('trays')];
  if (!Array.isArray(value) || value.length > max) return [badArgument('trays')];
  const faults = value.flatMap((timer, index): readonly StartFault[] => {
    const path = `trays.${index}`;
    if (!isRecord(timer)) return [badArgument(path)];
    return [
      ...nameFaults(timer, ['tray', 'min'], `${path}.`),
      ...integerFaults(`${path}.tray`, timer.tray, { min: 1, max }),
      ...numberFaults(`${path}.min`, timer.min, time_min),
    ];
  });
  if (faults.length > 0) return faults;
  const isTwice = new Set(value.map((timer: { tray: number }) => timer.tray)).size < value.length;
  return isTwice ? [inconsistent('trays')] : [];
}

function besidePhases(args: StartCycleArgs): readonly StartFault[] {
  const isPlanned = args.phases?.some((phase) => phase.end.by === 'auto') ?? false;
  return [...changing.filter((path) => args[path] !== undefined).map(inconsistent), ...readyAtFaults(args, isPlanned)];
}

const readyAtFaults = ({ readyAt }: StartCycleArgs, isPlanned: boolean): readonly StartFault[] =>
  isPlanned === (readyAt !== undefined) ? [] : [isPlanned ? badArgument('readyAt') : inconsistent('readyAt')];

/** Arguments that count for some ways of ending only. */
const countsFor = {
  core: ['core', 'clock'],
  coreHold_min: ['core'],
  surface: ['surface'],
  time_min: ['time'],
} as const satisfies Partial<Record<keyof StartCycleArgs, readonly FunctionEnd[]>>;

function inconsistencies(family: FamilyRow, args: StartCycleArgs, row: FunctionRow): readonly StartFault[] {
  const by = args.by ?? row.ends[0];
  const faults = Object.entries(countsFor)
    .filter(([path, ends]) => args[path as keyof typeof countsFor] !== undefined && !ends.some((end) => end === by))
    .map(([path]) => inconsistent(path));
  if (args.holdAir !== undefined && (args.hold === false || by === 'manual')) faults.push(inconsistent('holdAir'));
  if (args.rh !== undefined && args.rhMax !== undefined) faults.push(inconsistent('rhMax'));
  if (by === 'time' && args.time_min === undefined && row.time_min?.default === null) {
    faults.push(badArgument('time_min'));
  }
  faults.push(...readyAtFaults(args, by === 'clock'));
  return [...faults, ...unreached(row, planFor(family, args), args)];
}

/** The first phase whose air never brings the core to its target; the limit is the nearest air, or target, that would. */
function unreached(row: FunctionRow, plan: readonly PhasePlan[], args: StartCycleArgs): readonly StartFault[] {
  const usual = row.definition?.hard.find(({ end }) => end.by === 'core') ?? row.definition?.hard[0];
  // Cooling or heating is the function's own; where its row leaves the air open, the air says which.
  const heats = (air: number, target: number): boolean => {
    if (row.air?.default === null) return air > target;
    const known_C = usual?.end.by === 'core' ? usual.end.target : (row.core?.default ?? 0);
    return typeof usual?.air === 'number' && usual.air > known_C;
  };
  for (const { air, end, phase } of plan) {
    const isOwn = row.definition?.hard.some((one) => one.phase === phase) ?? false;
    if (end.by !== 'core' || typeof air !== 'number' || !isOwn) continue;
    const path = args.air === undefined ? 'core' : 'air';
    const warm = end.target + airBeyondTarget_K;
    const cold = end.target - airBeyondTarget_K;
    if (heats(air, end.target) ? air < warm : air > cold) {
      return [{ path, code: 'inconsistent', ...(heats(air, end.target) ? { min: warm } : { max: cold }) }];
    }
  }
  return [];
}
