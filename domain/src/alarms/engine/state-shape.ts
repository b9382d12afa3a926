/**
 * Whether a kept state is one: text that a disk or a hand has damaged may still decode, to rules that never raise anything. Each part has
 * its type's own fields, so that the compiler asks for one that is new.
 */
import { zonesOf } from '../../appliance/families/family.ts';
import type { PhasePlan } from '../../appliance/phase-plan.ts';
import type { RunEnd } from '../../appliance/states.ts';
import type { FoodPlan } from '../../haccp/plans/food-plan.ts';
import type { CorePoint } from '../../thermal/core-forecast/food.ts';
import { lateReasons } from '../../thermal/core-forecast/late-reasons.ts';
import type { Because, Shown } from '../../thermal/core-forecast/reasons.ts';
import type { UnitContext } from './input.ts';
import { alarmSeers } from './interval.ts';
import {
  type CompressorMemory,
  type CoreCurve,
  type Day,
  type DayMemory,
  type DoorMemory,
  type Duty,
  type FirstForecast,
  type ForecastMemory,
  forecastStates,
  type HeatMemory,
  type Hole,
  type LastingMemory,
  type MachineMemory,
  type Memory,
  type NeedleMemory,
  type Point,
  type Probe,
  type ProbeMemory,
  type ProcessMemory,
  type Run,
  type RunMemory,
  type SaidForecast,
  type UpkeepMemory,
} from './memory.ts';
import type { CycleState, EngineState, OpenInterval, PlanFrom, ProductState, Watch, ZoneState } from './state.ts';

type Shape<T> = (value: unknown) => value is T;

const number: Shape<number> = (value): value is number => Number.isFinite(value);
const text: Shape<string> = (value): value is string => typeof value === 'string';
const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean';
const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value): value is T | null =>
    value === null || shape(value);
const orAbsent =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || shape(value);
const oneOf =
  <T>(...values: readonly T[]): Shape<T> =>
  (value): value is T =>
    values.includes(value as T);
const list =
  <T>(shape: Shape<T>): Shape<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(shape);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record =
  <T>(shape: Shape<T>): Shape<Record<string, T>> =>
  (value): value is Record<string, T> =>
    isObject(value) && Object.values(value).every(shape);
const object =
  <T extends object>(fields: { readonly [Name in keyof T]-?: Shape<T[Name]> }): Shape<T> =>
  (value): value is T => {
    if (!isObject(value)) return false;
    for (const name in fields) if (!fields[name](value[name])) return false;
    return true;
  };

const numberOrText: Shape<number | string> = (value): value is number | string => number(value) || text(value);
const maybeNumber = orNull(number);
const maybeFlag = orNull(flag);
const numbers = list(number);
const from = object<{ since: number; from: number }>({ since: number, from: number });

const product = object<ProductState>({
  value: maybeNumber,
  air: number,
  at: number,
  unforgiven: maybeNumber,
  doorUntil: number,
  defrostUntil: number,
  touched: flag,
  notProvenUntil: number,
});

const zone = object<ZoneState>({
  mode: maybeNumber,
  set: maybeNumber,
  defrost: orNull(object<NonNullable<ZoneState['defrost']>>({ since: number, endedAt: maybeNumber })),
  door: object<ZoneState['door']>({ since: maybeNumber, closedAt: maybeNumber, over: flag, minutes: numbers }),
  pull: orNull(
    object<NonNullable<ZoneState['pull']>>({
      since: number,
      until: number,
      inBandSince: maybeNumber,
      reached: flag,
      over: flag,
    }),
  ),
  product,
});

/** A plan came as a fact, and is kept as it came (`intake.ts`). */
const phase: Shape<PhasePlan> = (value): value is PhasePlan =>
  isObject(value) && isObject(value['end']) && text(value['end']['by']);

/** A food-safety plan came as a fact, and is kept as it came. */
const primary: Shape<FoodPlan['primary']> = (value): value is FoodPlan['primary'] =>
  isObject(value) && isObject(value['chill']) && isObject(value['freeze']);
const foodPlan: Shape<FoodPlan> = (value): value is FoodPlan =>
  isObject(value) && primary(value['primary']) && isObject(value['hold']);

const cycle = object<CycleState>({
  runId: orNull(text),
  startedAt: number,
  function: maybeNumber,
  cycleId: maybeNumber,
  plan: orNull<readonly PhasePlan[]>(list(phase)),
  load_kg: maybeNumber,
  phaseIndex: number,
  phaseStartedAt: number,
  endedAt: maybeNumber,
  end: orNull(oneOf<RunEnd>('ended', 'stopped', 'interrupted')),
  judgedBy: orNull(primary),
});

const interval = object<OpenInterval>({
  startedAt: number,
  raisedAt: number,
  by: list(oneOf(...alarmSeers)),
  evidence: record(numberOrText),
  foldedInto: orNull(text),
  chattering: number,
  risenAt: number,
  quietSince: maybeNumber,
});

const watch = object<Watch>({
  when: maybeFlag,
  clear: maybeFlag,
  since: maybeNumber,
  held_ms: number,
  due_ms: number,
  clearSince: maybeNumber,
  cleared_ms: number,
  server: flag,
  unit: flag,
  interval: orNull(interval),
  beyond: orNull(
    object<NonNullable<Watch['beyond']>>({
      since: number,
      extreme: number,
      degree_min: number,
      K: number,
      worst_K: number,
      at: number,
    }),
  ),
});

const duty = object<Duty>({ on: number, shut: number });

const compressor = object<CompressorMemory>({
  running: flag,
  runSince: number,
  cooled: flag,
  cools: flag,
  failures: numbers,
  starts: maybeNumber,
  slots: list(object<CompressorMemory['slots'][number]>({ slot: number, heard: number, on: number, open: number })),
  sixHours: orNull(duty),
  threeHours: orNull(duty),
  hour: object<CompressorMemory['hour']>({ hour: number, starts: number, heard: number }),
  startsBefore: numbers,
  pulling: list(
    orNull(object<NonNullable<CompressorMemory['pulling'][number]>>({ since: number, from: number, failing: flag })),
  ),
});

const day = object<Day>({
  approach: maybeNumber,
  duty: maybeNumber,
  defrost_min: number,
  openings: number,
  gap: maybeNumber,
});

const days = object<DayMemory>({
  until: number,
  baseline: list(day),
  next: orNull(list(day)),
  last: list(day),
  sound: orNull(day),
  week: orNull(day),
  heard_ms: number,
  on_ms: number,
  defrost_ms: number,
  openings: number,
  gaps: number,
  gapSum: number,
  peaks: numbers,
  run: orNull(object<{ since: number }>({ since: number })),
  peak: maybeNumber,
  worked_ms: number,
  restSince: maybeNumber,
  ambient: maybeNumber,
  open: flag,
});

const doors = object<DoorMemory>({
  open: flag,
  openedAt: number,
  openings: number,
  open_ms: number,
  cycleAt: number,
  movedAt: number,
  cyclesSince: number,
  steadySince: maybeNumber,
});

const heat = object<HeatMemory>({
  heating: orNull(from),
  failing: flag,
  rises: flag,
  steaming: orNull(from),
  dry: flag,
});

const lasting: Shape<LastingMemory> = record(
  object<LastingMemory[string]>({ since: number, held_ms: number, at: number }),
);

const point: Shape<Point> = (value): value is Point =>
  Array.isArray(value) && value.length === 4 && value.every(number);

const needle = object<NeedleMemory>({
  cycleAt: number,
  points: list(point),
  inAir: maybeFlag,
  awaySince: maybeNumber,
  apart: flag,
});

const corePoint: Shape<CorePoint> = (value): value is CorePoint =>
  Array.isArray(value) &&
  value.length === 6 &&
  value.every(maybeNumber) &&
  [0, 1, 2, 4].every((at) => number(value[at]));
const lastCore: Shape<NonNullable<CoreCurve['last']>> = (value): value is NonNullable<CoreCurve['last']> =>
  Array.isArray(value) && value.length === 2 && value.every(number);

const curve = object<CoreCurve>({
  points: list(corePoint),
  minute: list(corePoint),
  last: orNull(lastCore),
  movedAt: maybeNumber,
  silentUntil: number,
  disturbedUntil: number,
  set: maybeNumber,
});

const said = object<SaidForecast>({
  at: maybeNumber,
  low: maybeNumber,
  high: maybeNumber,
  to: maybeNumber,
  limitAt: maybeNumber,
  state: oneOf(...forecastStates),
  because: list(object<Because>({ reason: oneOf(...lateReasons), depth_mm: orAbsent(number) })),
});

const forecast = object<ForecastMemory>({
  cycleAt: number,
  kind: orNull(oneOf<'chill' | 'freeze'>('chill', 'freeze')),
  curves: list(curve),
  inFood: flag,
  said: orNull(said),
  first: orNull(object<FirstForecast>({ madeAt: number, at: number, to: number })),
  late: number,
  inTimeSince: maybeNumber,
  machine: object<MachineMemory>({
    leads: record(numbers),
    usual: list(object<Shown>({ alpha: number, beta: number, from_C: number, strength: maybeNumber })),
  }),
});

const probe = object<Probe>({
  value: number,
  before: number,
  since: number,
  changes: number,
  blockAt: number,
  samples: number,
  jumps: number,
  squares: number,
  noisy: flag,
});

const probes = object<ProbeMemory>({
  probes: record(probe),
  compressor: maybeNumber,
  restSince: maybeNumber,
  looked: flag,
  disagreed: number,
  agreed: number,
});

const process = object<ProcessMemory>({
  cycleAt: number,
  ways: list(list(maybeNumber)),
  loadedCold: flag,
  heldSince: maybeNumber,
  heldEnough: flag,
  reached: flag,
  interruptedAt: maybeNumber,
  retardedCold: flag,
  readySince: maybeNumber,
  samplesSincePower: number,
});

const run = object<Run>({
  function: maybeNumber,
  load_kg: maybeNumber,
  slope: number,
  minutes: number,
  air: number,
  approach: maybeNumber,
});

const runs = object<RunMemory>({
  baseline: list(run),
  next: orNull(list(run)),
  fan: text,
  charge: text,
  lengths: record(numbers),
  cycleAt: number,
  hot: orNull(object<{ at: number; core: number }>({ at: number, core: number })),
  slope: maybeNumber,
  air: number,
  airs: number,
  peak: maybeNumber,
  runningSince: maybeNumber,
  cooled: flag,
  finished: flag,
});

const upkeep = object<UpkeepMemory>({
  defrosting: list(flag),
  timeOuts: numbers,
  boots: numbers,
  bootedAt: number,
  powerLostAt: number,
  signal: text,
  weakHours: number,
  goodHours: number,
  hour: number,
  weak: number,
  good: number,
  heard: number,
  clockWrong: number,
  clockRight: number,
  firmwareSince: maybeNumber,
  firmwareFailed: flag,
  checkedAt: number,
  cleanedAt: number,
  compressorHours: maybeNumber,
  servicedAt: number,
  workingHours: maybeNumber,
});

const memory = object<Memory>({
  sampledAt: maybeNumber,
  holes: list(object<Hole>({ from: number, to: number, due: number })),
  lasting,
  heat,
  doors,
  compressor,
  process,
  needle,
  forecast,
  probes,
  upkeep,
  days,
  runs,
});

const state = object<EngineState>({
  at_ms: number,
  heardAt: maybeNumber,
  values: record(maybeNumber),
  seen: record(number),
  zones: list(zone),
  plan: orNull(foodPlan),
  plans: orAbsent(list(object<PlanFrom>({ from_ms: number, plan: orNull(foodPlan) }))),
  visitUntil: number,
  testing: flag,
  cycle: orNull(cycle),
  inCycle: flag,
  watches: record(watch),
  rises: record(numbers),
  memory,
});

/** Whether what was kept is the state of a unit of this model. */
export const isEngineState = (value: unknown, { model }: Pick<UnitContext, 'model'>): value is EngineState =>
  state(value) && value.zones.length === zonesOf(model);
