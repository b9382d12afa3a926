/**
 * From the arguments of a start to the phases a unit runs, and the check of those arguments. Server, browser and unit share it, so
 * that a start is refused with the same reason wherever it is looked at. Temperatures in °C, times in minutes.
 */
import type { FamilyRow, FunctionEnd, FunctionRow, ModelRow, Package, Setting } from './families/family.ts';
import { humidifies } from './families/family.ts';
import { families } from './families/families.ts';
import type { PhaseEnd, PhasePlan } from './phase-plan.ts';

export type { PhasePlan };

/** Arguments of `startCycle`; what is absent takes the function's default. */
export type StartCycleArgs = {
  readonly function: number;
  /** How the cycle ends; absent: the function's first way. */
  readonly by?: FunctionEnd;
  /** `soft` chills in gentle air from the start; absent: hard. */
  readonly program?: 'hard' | 'soft';
  readonly air?: number;
  readonly core?: number;
  readonly time_min?: number;
  readonly fan?: number;
  readonly rh?: number;
  /** Whether the food is held cold after the cycle; absent: yes. */
  readonly hold?: boolean;
  readonly holdAir?: number;
  readonly load_kg?: number;
  readonly product?: string;
  readonly lot?: string;
};

/** What is wrong with one argument; `min` and `max` are the limits that were passed. */
export type StartFault = {
  readonly path: string;
  readonly code: 'bad_argument' | 'out_of_range' | 'inconsistent' | 'not_compatible';
  readonly min?: number;
  readonly max?: number;
};

/** Air must be this much colder than the core target, or the core never gets there. */
const airBeyondTarget_K = 2;

/**
 * Above this core target the surface needs no protection: with hard air it is still above +4 °C when the core gets there.
 * (Modelled full load of 35 mm: surface 4.5 °C at core 11.9 °C.)
 */
const surfaceMattersBelow_C = 10;

/**
 * The phases of a start, from the function's default definition. The arguments must have passed
 * `checkStart`; a function without a definition has no phases.
 */
export function planFor(family: FamilyRow, args: StartCycleArgs): readonly PhasePlan[] {
  const row = family.functions[args.function];
  const definition = row?.definition;
  if (!definition) return [];
  const by = args.by ?? row.ends[0];
  const program = (args.program === 'soft' ? definition.soft : undefined) ?? definition.hard;
  const working = withoutNeedlessSurface(
    program.filter((phase) => !phase.hold),
    args,
    by,
  );
  const ended = by === 'time' ? endedByTime(working, row, args) : by === 'core' ? endedByCore(working, args) : working;
  const aired = withAir(ended, args.air).map((phase) => ({
    ...phase,
    phase: holdingCode(family, phase.phase, phase.air),
    fan: phase.fan === 0 ? 0 : (args.fan ?? phase.fan),
    rh: args.rh === undefined ? phase.rh : { set: args.rh },
  }));
  const holding = args.hold === false ? [] : program.filter((phase) => phase.hold);
  return [...aired, ...holding.map((phase) => (args.holdAir === undefined ? phase : { ...phase, air: args.holdAir }))];
}

/** Shares the time out over the phases in the proportion of their fallback times; phases that are timed already keep theirs. */
function endedByTime(working: readonly PhasePlan[], row: FunctionRow, args: StartCycleArgs): readonly PhasePlan[] {
  const total_min = args.time_min ?? row.time_min?.default ?? 0;
  const share = (phase: PhasePlan): number => (phase.end.by === 'time' ? 0 : (phase.fallback_min ?? 1));
  const shares = working.reduce((sum, phase) => sum + share(phase), 0);
  return working.map((phase) => {
    if (phase.end.by === 'time') return phase;
    const { phase: code, air, fan, rh } = phase;
    const end = { by: 'time', time_min: (total_min * share(phase)) / shares } as const;
    return { phase: code, air, fan, rh, end, max_min: Math.ceil(total_min * 1.1) };
  });
}

/** Sets the core target and keeps the air cold enough for it. */
const endedByCore = (working: readonly PhasePlan[], args: StartCycleArgs): readonly PhasePlan[] =>
  working.map((phase): PhasePlan => {
    if (phase.end.by !== 'core' || typeof phase.air !== 'number') return phase;
    const target = args.core ?? phase.end.target;
    return { ...phase, air: Math.min(phase.air, target - airBeyondTarget_K), end: { ...phase.end, target } };
  });

/** Leaves out the phase that protects the surface where it would overshoot the core target or is warmer than the one after it. */
function withoutNeedlessSurface(
  working: readonly PhasePlan[],
  args: StartCycleArgs,
  by: FunctionEnd | undefined,
): readonly PhasePlan[] {
  const last = working.at(-1);
  if (last?.end.by !== 'core' || typeof last.air !== 'number') return working;
  const overshoots = by === 'core' && (args.core ?? last.end.target) >= surfaceMattersBelow_C;
  const warmer = args.air !== undefined && args.air >= last.air;
  if (!overshoots && !warmer) return working;
  const fallback_min = working.reduce((sum, phase) => sum + (phase.fallback_min ?? 0), 0);
  return [...working.filter((phase) => phase !== last && phase.end.by !== 'surface'), { ...last, fallback_min }];
}

/** The air a person chose is that of the first phase; the ones after it protect the food and stay. */
const withAir = (working: readonly PhasePlan[], air: number | undefined): readonly PhasePlan[] =>
  air === undefined ? working : working.map((phase, index) => (index === 0 ? { ...phase, air } : phase));

const holdingKeys = ['holdCold', 'holdFrozen', 'holdWarm'];

/** A holding is cold, frozen or hot by its air. */
function holdingCode(family: FamilyRow, code: number, air: PhasePlan['air']): number {
  if (typeof air !== 'number' || !holdingKeys.includes(family.phases[code] ?? '')) return code;
  const key = air <= -5 ? 'holdFrozen' : air < 57 ? 'holdCold' : 'holdWarm';
  const found = Object.entries(family.phases).find(([, phaseKey]) => phaseKey === key);
  return found ? Number(found[0]) : code;
}

/**
 * Checks the arguments of `startCycle` for a model and the unit's package, before anything is sent. An empty list: it may be sent.
 * A value that the chosen way of ending would ignore is `inconsistent`, because the person expects it to count.
 */
export function checkStart(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  unitPackage: Package = 'Excellence',
): readonly StartFault[] {
  const family = families[model.family as keyof typeof families] as FamilyRow | undefined;
  const row = typeof args.function === 'number' ? family?.functions[args.function] : undefined;
  if (!family || !row) return [{ path: 'function', code: 'bad_argument' }];
  const essential = (model.package ?? unitPackage) === 'Essential';
  if (!row.definition || (essential && row.package === 'Excellence')) {
    return [{ path: 'function', code: 'not_compatible' }];
  }
  const faults = [...shapeFaults(args, row), ...rangeFaults(model, args, row)];
  if (faults.length > 0) return faults;
  return inconsistencies(family, args as StartCycleArgs, row);
}

const known = [
  'function',
  'by',
  'program',
  'air',
  'core',
  'time_min',
  'fan',
  'rh',
  'hold',
  'holdAir',
  'load_kg',
  'product',
  'lot',
];

function shapeFaults(args: Readonly<Record<string, unknown>>, row: FunctionRow): readonly StartFault[] {
  const bad = (path: string): StartFault => ({ path, code: 'bad_argument' });
  const faults = Object.keys(args)
    .filter((path) => !known.includes(path))
    .map(bad);
  if (args.by !== undefined && !row.ends.some((end) => end === args.by)) faults.push(bad('by'));
  if (args.program !== undefined && args.program !== 'hard' && args.program !== 'soft') faults.push(bad('program'));
  if (args.program === 'soft' && !row.definition?.soft) faults.push({ path: 'program', code: 'not_compatible' });
  if (args.hold !== undefined && typeof args.hold !== 'boolean') faults.push(bad('hold'));
  for (const [path, length_max] of [
    ['product', 60],
    ['lot', 40],
  ] as const) {
    const text = args[path];
    if (text === undefined) continue;
    if (typeof text !== 'string') faults.push(bad(path));
    else if (text.length > length_max) faults.push({ path, code: 'out_of_range', max: length_max });
  }
  return faults;
}

function rangeFaults(
  model: ModelRow,
  args: Readonly<Record<string, unknown>>,
  row: FunctionRow,
): readonly StartFault[] {
  const load = { min: 0.1, max: 1.2 * Math.max(model.chill_kg, model.freeze_kg) };
  const coldest = Math.max(row.air?.min ?? Number.NEGATIVE_INFINITY, model.air_min ?? Number.NEGATIVE_INFINITY);
  const limits: Readonly<Record<string, Pick<Setting, 'min' | 'max'> | null>> = {
    air: row.air && { min: coldest, max: row.air.max },
    core: row.core,
    time_min: row.time_min,
    fan: row.fan,
    rh: humidifies(model) ? row.rh : null,
    holdAir: row.holding,
    load_kg: load,
  };
  return Object.entries(limits).flatMap(([path, limit]): StartFault[] => {
    const value = args[path];
    if (value === undefined) return [];
    if (!limit) return [{ path, code: 'not_compatible' }];
    if (typeof value !== 'number' || !Number.isFinite(value)) return [{ path, code: 'bad_argument' }];
    const { min, max } = limit;
    return value < min || value > max ? [{ path, code: 'out_of_range', min, max }] : [];
  });
}

function inconsistencies(family: FamilyRow, args: StartCycleArgs, row: FunctionRow): readonly StartFault[] {
  const by = args.by ?? row.ends[0];
  const faults: StartFault[] = [];
  if (args.core !== undefined && by !== 'core') faults.push({ path: 'core', code: 'inconsistent' });
  if (args.time_min !== undefined && by !== 'time') faults.push({ path: 'time_min', code: 'inconsistent' });
  if (args.holdAir !== undefined && args.hold === false) faults.push({ path: 'holdAir', code: 'inconsistent' });
  const tooWarm = planFor(family, args).find((phase) => !reaches(phase.air, phase.end));
  if (tooWarm?.end.by === 'core') {
    const max = tooWarm.end.target - airBeyondTarget_K;
    faults.push({ path: args.air === undefined ? 'core' : 'air', code: 'inconsistent', max });
  }
  return faults;
}

// The functions that can be started so far all cool.
const reaches = (air: PhasePlan['air'], end: PhaseEnd): boolean =>
  end.by !== 'core' || typeof air !== 'number' || air <= end.target - airBeyondTarget_K;
