/** The value of every metric an MF unit sends, from its controller and its board; names are those of the metrics. */
import { metricsOf } from '@brina/domain/families/families';
import type { ModelRow } from '@brina/domain/families/family';
import { isSentMetric, type SentMetricName } from '@brina/domain/metrics';
import { type Appliance, cycleCode } from './appliance.ts';
import type { Random } from './random.ts';
import { saturation_bar } from './refrigerant.ts';

/** What the board knows beside the controller. */
export type Board = {
  readonly boot: number;
  readonly firmwareVersion: string;
  /** Signal strength of the place it stands in, dBm. */
  readonly wifi_dBm: number;
  /** Share of the outbox used, 0..1. */
  readonly bufferShare: number;
  readonly bufferAge_s: number;
  readonly lostSamples: number;
  /** Noise of the sensors. */
  readonly noise: Random;
};

/** Number, text of an `id`, null for a broken probe or for nothing in force, undefined for a metric without news. */
export type Value = number | string | null | undefined;

type Getter = (appliance: Appliance, board: Board) => Value;

const point =
  (index: number): Getter =>
  ({ readings }) =>
    readings.core[index];
const noisy = (value: number | null, sigma: number, board: Board): number | null =>
  value === null ? null : value + sigma * board.noise.normal();
const hours = (seconds: number): number => Math.round(seconds / 36) / 100;
const inCycle = (
  appliance: Appliance,
  value: (started_s: number, phase_s: number, now_s: number) => number | null,
): Value => {
  const { run, time_s, cycleState } = appliance.state;
  return run && cycleState === cycleCode.running ? value(run.started_s, run.phase_s, time_s) : null;
};
const compressorRuns = ({ state }: Appliance): boolean => state.compressor.on;

/** Superheat of the suction pipe and heat of compression on the discharge pipe, K. */
const superheat_K = 9;
const compression_K = 28;

const getters = {
  TCell: ({ readings }, board) => noisy(readings.air, 0.04, board),
  TCell2: ({ state }, board) => noisy(state.probes.air + 0.4, 0.04, board),
  TCore1: point(0),
  TCore2: point(1),
  TCore3: point(2),
  TCore4: point(3),
  cellSetTemp: ({ set }) => set,
  coreSetTemp: ({ coreTarget }) => coreTarget,
  levelHumidity: ({ state }, board) => noisy(state.humidity, 0.7, board),
  cellSetHumidity: ({ phase }) => (phase?.rh ? ('set' in phase.rh ? phase.rh.set : phase.rh.max) : null),
  TEvap1: ({ readings }, board) => noisy(readings.coil, 0.05, board),
  TEvap2: ({ state }, board) => noisy(state.probes.coil + 0.3, 0.05, board),
  TCondenser1: ({ readings }, board) => noisy(readings.condenser, 0.08, board),
  TCondenser2: ({ state }, board) => noisy(state.probes.condenser - 0.6, 0.08, board),
  TAmbient: ({ ambient }, board) => noisy(ambient, 0.05, board),
  TSuction: (appliance) => (compressorRuns(appliance) ? evaporating(appliance) + superheat_K : undefined),
  TDischarge: (appliance) => (compressorRuns(appliance) ? appliance.state.probes.condenser + compression_K : undefined),
  PSuction: (appliance) => saturation_bar(appliance.model.refrigerant, evaporating(appliance)),
  PDischarge: (appliance) =>
    saturation_bar(
      appliance.model.refrigerant,
      compressorRuns(appliance) ? appliance.state.probes.condenser : evaporating(appliance),
    ),
  compressorState: ({ compressorState }) => compressorState,
  compressorStarts: ({ state }) => state.counters.compressorStarts,
  compressorHours: ({ state }) => hours(state.counters.compressor_s),
  evapFanPercentage: ({ fan }) => fan * 100,
  condFanPercentage: (appliance) => (compressorRuns(appliance) ? 100 : 0),
  defrostState: (appliance) => (appliance.defrosting ? 3 : appliance.phase?.phase === 28 ? 4 : 0),
  lastDefrostEnd: ({ state }) => state.lastDefrostEnd,
  dailyDefrostCounter: ({ state }) => state.counters.dailyDefrosts,
  heaterPercentage: () => 0,
  humidifierState: ({ phase, state }) => (phase?.rh && 'set' in phase.rh && state.humidity < phase.rh.set - 2 ? 2 : 0),
  waterLevel: () => 2,
  PWater: (_, board) => noisy(3.5, 0.03, board),
  drainState: () => 0,
  sanigenLevel: () => 0,
  lightState: ({ state }) => Number(state.light.on),
  door: ({ state }) => Number(state.door.open),
  dailyOpenDoor1Counter: ({ state }) => state.counters.dailyDoorOpenings,
  totalOpenDoor1Counter: ({ state }) => state.counters.doorOpenings,
  dailyOpenDoorTime: ({ state }) => Math.round(state.counters.dailyDoor_s),
  powerState: () => 1,
  cycleRunning: ({ state }) => Number(state.cycleState === cycleCode.running),
  cycleState: ({ state }) => state.cycleState,
  cycleRunId: ({ state }) => state.lastRunId ?? undefined,
  // Cycles are started by their function; recipes have no slot on these units yet.
  cycleId: () => undefined,
  cycleFunction: ({ state }) => state.run?.function ?? 255,
  cyclePhase: ({ phase }) => phase?.phase ?? 0,
  cyclePhaseIndex: ({ state }) => (state.run ? Math.min(state.run.index + 1, 8) : 0),
  cyclePhaseState: ({ state }) => (state.run ? 1 : 0),
  cycleElapsed: (appliance) => inCycle(appliance, (started_s, _, now_s) => now_s - started_s),
  cycleRemaining: (appliance) =>
    inCycle(appliance, (started_s, _, now_s) => left(cycleLength_s(appliance), now_s - started_s)),
  cyclePhaseElapsed: (appliance) => inCycle(appliance, (_, phase_s, now_s) => now_s - phase_s),
  cyclePhaseRemaining: (appliance) =>
    inCycle(appliance, (_, phase_s, now_s) => {
      const end = appliance.phase?.end;
      return end?.by === 'time' ? left(end.time_min * 60, now_s - phase_s) : null;
    }),
  cycleCounter: ({ state }) => state.counters.cycles,
  energyCounter: ({ state }) => Math.floor(state.counters.energy_Wh),
  instantPower: ({ state }, board) => state.nodes.power_W * (1 + 0.01 * board.noise.normal()),
  mainsVoltage: (_, board) => noisy(231, 1.2, board),
  TBoard: ({ ambient, state }) => ambient + 9 + state.nodes.power_W / 800,
  wifiRssi: (_, board) => noisy(board.wifi_dBm, 1.5, board),
  bufferFill: (_, board) => Math.min(100, board.bufferShare * 100),
  bufferAge: (_, board) => Math.min(2e6, board.bufferAge_s),
  bootCounter: (_, board) => board.boot,
  firmwareVersion: (_, board) => board.firmwareVersion,
  workingHours: ({ state }) => hours(state.counters.working_s),
  printerState: () => 0,
  lostSampleCounter: (_, board) => board.lostSamples,
} as const satisfies { readonly [Name in Exclude<SentMetricName, NotOnMf>]: Getter };

/** Metrics that no MF has: further condensers and an inverter. */
type NotOnMf = 'TCondenser3' | 'TCondenser4' | 'compressorSpeed';

/** At rest the pressures are equal, but the receiver keeps its liquid no warmer than this, or R744 would leave by its valve. */
const restingMax = 20;

/** Temperature at which the refrigerant boils; at rest, between coil and condenser. */
const evaporating = ({ state }: Appliance): number =>
  state.compressor.on ? state.probes.coil - 6 : Math.min((state.probes.coil + state.probes.condenser) / 2, restingMax);

/** What the controller expects of the whole cycle: its timed phases, or what it calls late for those that end by the core. */
function cycleLength_s({ state }: Appliance): number | null {
  const working = state.run?.plan.filter((phase) => !phase.hold) ?? [];
  const timed = working.reduce((sum, phase) => sum + (phase.end.by === 'time' ? phase.end.time_min : Number.NaN), 0);
  const expected_min = Number.isNaN(timed) ? working.at(-1)?.late_min : timed;
  return expected_min === undefined ? null : expected_min * 60;
}

const left = (length_s: number | null, elapsed_s: number): number | null =>
  length_s === null ? null : Math.max(0, length_s - elapsed_s);

/** Decimals on the wire: what the probe resolves, which for temperatures is a tenth. */
const wireDecimals: { readonly [Name in SentMetricName]?: number } = {
  PSuction: 2,
  PDischarge: 2,
  PWater: 2,
  compressorHours: 2,
  workingHours: 2,
};

const isTemperature = (name: string): boolean =>
  name.startsWith('T') || name === 'cellSetTemp' || name === 'coreSetTemp';

const rounded = (name: SentMetricName, value: Value): Value => {
  if (typeof value !== 'number') return value;
  const scale = 10 ** (wireDecimals[name] ?? (isTemperature(name) ? 1 : 0));
  return Math.round(value * scale) / scale;
};

/** Name of a metric this simulator measures. */
export type MeasuredMetric = keyof typeof getters;

/** The metrics fitted to a model, in the catalogue's order. */
export const measuredBy = (model: ModelRow): MeasuredMetric[] =>
  metricsOf(model).filter((name): name is MeasuredMetric => isSentMetric(name) && Object.hasOwn(getters, name));

/** The value of one metric now, as it goes on the wire. */
export const read = (name: MeasuredMetric, appliance: Appliance, board: Board): Value =>
  rounded(name, (getters[name] as Getter)(appliance, board));
