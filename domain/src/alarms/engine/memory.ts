/** What rules remember beyond the values of the moment: plain JSON, one part each for the files of `trackers/`, which keep them. */
import type { CorePoint } from '../../thermal/core-forecast/food.ts';
import type { Because, Shown } from '../../thermal/core-forecast/reasons.ts';

/** Twenty minutes of work, without those of a defrost or on the way to a set-point; times in ms. */
type Slot = { slot: number; heard: number; on: number; open: number };

/** Shares of some hours. */
export type Duty = { on: number; shut: number };

/** Starts within an hour of the clock. */
type Hour = { hour: number; starts: number; heard: number };

/** Of a zone: 30 minutes of running, and what the air did in them. */
type Pulling = { since: number; from: number; failing: boolean } | null;

/** Runs, starts, duty. */
export type CompressorMemory = {
  running: boolean;
  runSince: number;
  /** The coil lay clearly below the air within these ten minutes of running; it does so now. */
  cooled: boolean;
  cools: boolean;
  /** Ten minutes of running without that. */
  failures: number[];
  starts: number | null;
  slots: Slot[];
  /** Share of the last hours in which it ran, and in which the door was shut; null when too little of them is known. */
  sixHours: Duty | null;
  threeHours: Duty | null;
  /** The hour of the clock under way, and the starts in the full ones before it, without a break, latest last. */
  hour: Hour;
  startsBefore: number[];
  pulling: Pulling[];
};

/** A finished day; null where nothing was measured. */
export type Day = {
  /** Median of the peaks of the condenser's approach, one per run of 5 minutes. */
  readonly approach: number | null;
  /** Share of the time the compressor ran. */
  readonly duty: number | null;
  readonly defrost_min: number;
  readonly openings: number;
  /** Mean difference of air and coil while running. */
  readonly gap: number | null;
};

/** Days of the baseline, of the last week, and the one under way. */
export type DayMemory = {
  until: number;
  baseline: Day[];
  /** After a cleaning or service: days of a baseline that may replace the old one. */
  next: Day[] | null;
  last: Day[];
  /** The middle of the baseline, once it may be trusted, and of the last week. */
  sound: Day | null;
  week: Day | null;
  heard_ms: number;
  on_ms: number;
  defrost_ms: number;
  openings: number;
  gaps: number;
  gapSum: number;
  peaks: number[];
  /** The compressor runs since then. */
  run: { since: number } | null;
  /** Peak of the run under way, of a blast chiller of its cycle, and how long the compressor ran in it. */
  peak: number | null;
  worked_ms: number;
  restSince: number | null;
  /** The kitchen's air by the condenser at rest, for a unit without a probe for it. */
  ambient: number | null;
  open: boolean;
};

/** Openings within a cycle, and what tells a broken switch. */
export type DoorMemory = {
  open: boolean;
  openedAt: number;
  /** Of the cycle that runs: openings, and time open before the present one. */
  openings: number;
  open_ms: number;
  cycleAt: number;
  /** When the door last opened or closed; the cycles started since. */
  movedAt: number;
  cyclesSince: number;
  /** Open, with the air near its set-point all the time. */
  steadySince: number | null;
};

/** A stretch of full power, from where it began. */
type Stretch = { since: number; from: number } | null;

/** Heater and humidifier at work. */
export type HeatMemory = {
  heating: Stretch;
  /** A quarter of an hour of full heat brought too little; it brought enough. */
  failing: boolean;
  rises: boolean;
  steaming: Stretch;
  /** Twenty minutes of steam brought too little. */
  dry: boolean;
};

/** Conditions that hold, by name and zone: since when, and for how long it counted. */
export type LastingMemory = Record<string, { since: number; held_ms: number; at: number }>;

/** A sample of the air and of the coldest and warmest valid point. */
export type Point = readonly [at: number, air: number, low: number, high: number];

/** The last minutes of the needle. */
export type NeedleMemory = {
  cycleAt: number;
  points: Point[];
  /** The points of the needle do what the air does. Null: too early to say. */
  inAir: boolean | null;
  /** Every point has been away from the air since then; the difference moved as no needle in air lets it. */
  awaySince: number | null;
  apart: boolean;
};

/** The curve of a needle in a cycle, a point a minute, and the samples of the minute under way. */
export type CoreCurve = {
  points: CorePoint[];
  minute: CorePoint[];
  /** The last core, and when. */
  last: readonly [at: number, core: number] | null;
  /** The needle was last moved then. */
  movedAt: number | null;
  /** After a gap nothing is said until then; after a door or another set-point, less surely. */
  silentUntil: number;
  disturbedUntil: number;
  set: number | null;
};

/** What a forecast says of the food: on time, perhaps late, late; or why it says nothing. */
export const forecastStates = [
  'onTime',
  'may',
  'will',
  'early',
  'unclear',
  'inAir',
  'moved',
  'gap',
  'defrost',
] as const;
export type ForecastState = (typeof forecastStates)[number];

/** What a forecast says. Moments are null where it says none; `at` and `high` also where it only will not be before `low`. */
export type SaidForecast = {
  readonly at: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The temperature that is to be reached, and until when. */
  readonly to: number | null;
  readonly limitAt: number | null;
  readonly state: ForecastState;
  readonly because: Because[];
};

/** The first forecast that is kept with the record: when it was made, and what it said. */
export type FirstForecast = { readonly madeAt: number; readonly at: number; readonly to: number };

/** What the cycles of a unit have shown: of its machine by the air (`machine-curve.ts`), and of its food when it was in time. */
export type MachineMemory = { leads: Record<string, number[]>; usual: Shown[] };

/** When the food of the cycle that runs will be cold. */
export type ForecastMemory = {
  cycleAt: number;
  kind: 'chill' | 'freeze' | null;
  /** One a needle. */
  curves: CoreCurve[];
  /** The needle has been proven to be in food, and nothing has spoken against it since. */
  inFood: boolean;
  said: SaidForecast | null;
  first: FirstForecast | null;
  /** How many forecasts in a row were late; since when they are in time. */
  late: number;
  inTimeSince: number | null;
  machine: MachineMemory;
};

/** One probe: its last values, how long it has been the same, how much it jumps. */
export type Probe = {
  value: number;
  before: number;
  since: number;
  changes: number;
  /** Of the ten minutes under way: samples, jumps there and back, their squares. */
  blockAt: number;
  samples: number;
  jumps: number;
  squares: number;
  noisy: boolean;
};

/** What is remembered of the probes. */
export type ProbeMemory = {
  probes: Record<string, Probe>;
  compressor: number | null;
  /** At rest with the door shut since then; looked at in this rest already. */
  restSince: number | null;
  looked: boolean;
  /** Rests in a row in which the probes disagreed, or agreed. */
  disagreed: number;
  agreed: number;
};

/** The batch that runs, or the last one. */
export type ProcessMemory = {
  /** Start of the cycle this is about. */
  cycleAt: number;
  /** Of each way to keep the rule, since when each of its stages is under way; null: not begun, 0: done, negative: done too late. */
  ways: (number | null)[][];
  /** The first core was so cold that other stages of the rule hold. */
  loadedCold: boolean;
  /** A target to be held: when the core came to it, whether it was held for long enough. */
  heldSince: number | null;
  heldEnough: boolean;
  /** The target of the plan was reached at some time. */
  reached: boolean;
  /** A cycle ended before its target, and nobody resumed it or said what became of the food. */
  interruptedAt: number | null;
  /** Retarding dough was cold once. */
  retardedCold: boolean;
  /** A programme is over and the dough is inside. */
  readySince: number | null;
  /** Samples since power came back. */
  samplesSincePower: number;
};

/** A finished cooling cycle. */
export type Run = {
  readonly function: number | null;
  /** Kilograms as entered, or null. */
  readonly load_kg: number | null;
  /** How fast the core fell at first, K a minute. */
  readonly slope: number;
  /** From 60 °C to the target. */
  readonly minutes: number;
  /** Mean air in minutes 10 to 40. */
  readonly air: number;
  readonly approach: number | null;
};

/** Cycles of the unit when it was sound, verdicts on the last ones, and the one under way. */
export type RunMemory = {
  baseline: Run[];
  next: Run[] | null;
  /** Of the last comparable cycles, latest last: `x` shows the fault, `f` shows none, `-` something between. */
  fan: string;
  charge: string;
  /** Minutes of the last runs of a recipe. */
  lengths: Record<string, number[]>;
  cycleAt: number;
  hot: { at: number; core: number } | null;
  slope: number | null;
  air: number;
  airs: number;
  peak: number | null;
  runningSince: number | null;
  /** It chills or freezes. */
  cooled: boolean;
  /** It ended, and what it says was taken in. */
  finished: boolean;
};

/** What is remembered of upkeep and link. */
export type UpkeepMemory = {
  /** Of each zone: a defrost is under way; time-outs in a row. */
  defrosting: boolean[];
  timeOuts: number[];
  /** Boots within a day that neither a power cut nor new software explains; the last of all. */
  boots: number[];
  bootedAt: number;
  powerLostAt: number;
  /** The last 24 hours of signal, oldest first: `w` weak, `m` middling, `g` good; the hour under way. */
  signal: string;
  weakHours: number;
  goodHours: number;
  hour: number;
  weak: number;
  good: number;
  heard: number;
  /** Measurements of the clock in a row. */
  clockWrong: number;
  clockRight: number;
  firmwareSince: number | null;
  firmwareFailed: boolean;
  /** When each was done last, and the unit's hours at that time. */
  checkedAt: number;
  cleanedAt: number;
  compressorHours: number | null;
  servicedAt: number;
  workingHours: number | null;
};

/** A stretch without samples: told at `due` unless late data filled it before. */
export type Hole = { from: number; to: number; due: number };

/** All of it. */
export type Memory = {
  /** The last sample before this fact. */
  sampledAt: number | null;
  holes: Hole[];
  lasting: LastingMemory;
  heat: HeatMemory;
  doors: DoorMemory;
  compressor: CompressorMemory;
  process: ProcessMemory;
  needle: NeedleMemory;
  forecast: ForecastMemory;
  probes: ProbeMemory;
  upkeep: UpkeepMemory;
  days: DayMemory;
  runs: RunMemory;
};
