/** The value of every metric a unit sends, from its appliance and its board; names are those of the metrics. */
import { metricsOf } from '@brina/domain/appliance/families/families';
import type { ModelRow } from '@brina/domain/appliance/families/family';
import { isSentMetric, type SentMetricName } from '@brina/domain/appliance/metrics';
import { sanigenCodeOf } from '@brina/domain/appliance/sanigen';
import type { Appliance } from './appliance.ts';
import { cycleCode } from './appliance-state.ts';
import { compression_K } from './chambers.ts';
import type { BreakableProbe } from './faults.ts';
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

const noisy = (value: number | null | undefined, sigma: number, board: Board): number | null =>
  value === null || value === undefined ? null : value + sigma * board.noise.normal();
const hours = (seconds: number): number => Math.round(seconds / 36) / 100;
const inCycle = (
  appliance: Appliance,
  value: (started_s: number, phase_s: number, now_s: number) => number | null,
): Value => {
  const { run, time_s, cycleState } = appliance.state;
  return run && cycleState === cycleCode.running ? value(run.started_s, run.phase_s, time_s) : null;
};
const compressorRuns = ({ state }: Appliance): boolean => state.chambers.some(({ compressor }) => compressor.on);
const isBroken = ({ faults }: Appliance, probe: BreakableProbe): boolean => faults.broken.includes(probe);

const point =
  (index: number): Getter =>
  ({ readings }) =>
    readings.core[index];
const air =
  (zone: number): Getter =>
  ({ readings, faults }, board) =>
    noisy(readings.air[zone], 0.04 + faults.noise, board);
/** A second circuit of one chamber runs beside the first; of a second zone it is its own. */
const second =
  (probe: 'coil' | 'condenser', offset_K: number, sigma: number): Getter =>
  ({ readings, state, faults }, board) => {
    if (faults.broken.includes(`${probe}2`)) return null;
    const own = readings[probe][1];
    if (own !== undefined) return noisy(own, sigma, board);
    return noisy((state.chambers[0]?.probes[probe] ?? 0) + offset_K, sigma, board);
  };

/** Superheat of the suction pipe, K. */
const superheat_K = 9;
const mains_V = 231;
const water_bar = 3.5;
/** Signal lost to a metal door, and the weakest a radio reports. */
const weakest_dBm = -99;

const getters = {
  TCell: air(0),
  TCellZone2: air(1),
  TCell2: ({ readings }, board) => noisy((readings.air[0] ?? 0) + 0.4, 0.04, board),
  TCore1: point(0),
  TCore2: point(1),
  TCore3: point(2),
  TCore4: point(3),
  TCore5: point(4),
  TCore6: point(5),
  TCore7: point(6),
  TCore8: point(7),
  cellSetTemp: ({ view }) => view.set(0),
  cellSetTempZone2: ({ view }) => view.set(1),
  coreSetTemp: ({ view }) => view.coreTarget,
  levelHumidity: ({ readings }, board) => noisy(readings.humidity, 0.7, board),
  levelHumidityZone2: ({ state }, board) => noisy(state.chambers[1]?.humidityShown, 0.7, board),
  cellSetHumidity: ({ view }) => view.humiditySet(0),
  cellSetHumidityZone2: ({ view }) => view.humiditySet(1),
  TEvap1: ({ readings }, board) => noisy(readings.coil[0], 0.05, board),
  TEvap2: second('coil', 0.3, 0.05),
  TCondenser1: ({ readings }, board) => noisy(readings.condenser[0], 0.08, board),
  TCondenser2: second('condenser', -0.6, 0.08),
  TAmbient: ({ ambient }, board) => noisy(ambient, 0.05, board),
  TSuction: (appliance) =>
    isBroken(appliance, 'suction') ? null : compressorRuns(appliance) ? appliance.evaporating + superheat_K : undefined,
  TDischarge: (appliance) => {
    if (isBroken(appliance, 'discharge')) return null;
    return compressorRuns(appliance) ? hottest(appliance) + compression_K : undefined;
  },
  PSuction: (appliance) =>
    isBroken(appliance, 'suctionPressure') ? null : saturation_bar(appliance.model.refrigerant, appliance.evaporating),
  PDischarge: (appliance) => {
    if (isBroken(appliance, 'dischargePressure')) return null;
    const boiling = compressorRuns(appliance) ? hottest(appliance) : appliance.evaporating;
    return saturation_bar(appliance.model.refrigerant, boiling);
  },
  compressorState: ({ compressorState }) => compressorState,
  compressorStarts: ({ state }) => state.counters.compressorStarts,
  compressorHours: ({ state }) => hours(state.counters.compressor_s),
  evapFanPercentage: ({ state }) => Math.max(...state.chambers.map(({ fan }) => fan)) * 100,
  condFanPercentage: (appliance) => (compressorRuns(appliance) ? 100 : 0),
  defrostState: ({ view }) => view.defrost(0),
  defrostStateZone2: ({ view }) => view.defrost(1),
  lastDefrostEnd: ({ state }) => state.zones[0]?.defrost.lastEnd,
  lastDefrostEndZone2: ({ state }) => state.zones[1]?.defrost.lastEnd,
  dailyDefrostCounter: ({ state }) => Math.min(24, state.counters.dailyDefrosts),
  heaterPercentage: ({ state }) => (state.chambers[0]?.heat ?? 0) * 100,
  humidifierState: ({ state, faults }) =>
    faults.humidifierDead > 0 ? 4 : state.chambers.some(({ steam }) => steam) ? 2 : 0,
  waterLevel: ({ faults }) => (faults.waterOff > 0 ? 0 : 2),
  PWater: ({ faults }, board) => noisy(faults.waterOff > 0 ? 0.1 : water_bar, 0.03, board),
  drainState: ({ faults }) => (faults.drainFull > 0 ? 2 : 0),
  sanigenLevel: ({ model, state }) => sanigenCodeOf(model.family, state.sanigen.level),
  lightState: ({ state }) => Number(state.light.on),
  door: ({ state }) => state.doors.reduce((sum, { open }, index) => sum + (open ? 2 ** index : 0), 0),
  dailyOpenDoor1Counter: ({ state }) => state.counters.dailyDoorOpenings[0],
  dailyOpenDoor2Counter: ({ state }) => state.counters.dailyDoorOpenings[1],
  totalOpenDoor1Counter: ({ state }) => state.counters.doorOpenings[0],
  totalOpenDoor2Counter: ({ state }) => state.counters.doorOpenings[1],
  dailyOpenDoorTime: ({ state }) => Math.round(state.counters.dailyDoor_s),
  powerState: ({ state }) => Number(state.on),
  operatingMode: ({ view }) => view.mode(0),
  operatingModeZone2: ({ view }) => view.mode(1),
  cycleRunning: ({ view }) => Number(view.isBusy),
  cycleState: ({ state }) => state.cycleState,
  cycleRunId: ({ state }) => state.lastRunId ?? undefined,
  // A cabinet's automatic mode reports its program.
  cycleId: ({ model, state }) =>
    model.kind === 'blast' ? (state.run?.cycleId ?? null) : (state.zones[0]?.program ?? undefined),
  cycleFunction: ({ view }) => view.functionCode,
  cyclePhase: ({ view }) => view.phaseCode,
  cyclePhaseIndex: ({ state }) => (state.run ? state.run.index + 1 : 0),
  cyclePhaseState: ({ state }) => (state.run ? 1 : 0),
  cycleElapsed: (appliance) => inCycle(appliance, (started_s, _, now_s) => now_s - started_s),
  cycleRemaining: (appliance) =>
    inCycle(appliance, (started_s, _, now_s) => {
      const ready_s = appliance.state.run?.ready_s ?? null;
      return ready_s === null ? left(cycleLength_s(appliance), now_s - started_s) : Math.max(0, ready_s - now_s);
    }),
  cyclePhaseElapsed: (appliance) => inCycle(appliance, (_, phase_s, now_s) => now_s - phase_s),
  cyclePhaseRemaining: (appliance) =>
    inCycle(appliance, (_, phase_s, now_s) => {
      const end = appliance.view.phase?.end;
      return end?.by === 'time' ? left(end.time_min * 60, now_s - phase_s) : null;
    }),
  cycleCounter: ({ state }) => state.counters.cycles,
  energyCounter: ({ state }) => Math.floor(state.counters.energy_Wh),
  instantPower: ({ state }, board) => power_W(state) * (1 + 0.01 * board.noise.normal()),
  mainsVoltage: ({ faults }, board) => noisy(mains_V + faults.volts, 1.2, board),
  TBoard: ({ ambient, state }) => ambient + 9 + power_W(state) / 800,
  wifiRssi: ({ faults }, board) =>
    Math.max(weakest_dBm, board.wifi_dBm - faults.weakSignal + 1.5 * board.noise.normal()),
  bufferFill: (_, board) => Math.min(100, board.bufferShare * 100),
  bufferAge: (_, board) => Math.min(2e6, board.bufferAge_s),
  bootCounter: (_, board) => board.boot,
  firmwareVersion: (_, board) => board.firmwareVersion,
  workingHours: ({ state }) => hours(state.counters.working_s),
  printerState: ({ faults }) => faults.printer,
  lostSampleCounter: (_, board) => board.lostSamples,
} as const satisfies { readonly [Name in Exclude<SentMetricName, NotFitted>]: Getter };

/** Metrics that no model has yet: further condensers and an inverter. */
type NotFitted = 'TCondenser3' | 'TCondenser4' | 'compressorSpeed';

const hottest = ({ readings, ambient }: Appliance): number =>
  Math.max(...readings.condenser.map((value) => value ?? ambient));
const power_W = ({ chambers }: Appliance['state']): number =>
  chambers.reduce((sum, { nodes }) => sum + nodes.power_W, 0);

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
  name.startsWith('T') || name.startsWith('cellSetTemp') || name === 'coreSetTemp';

/** Name of a metric this simulator measures. */
export type MeasuredMetric = keyof typeof getters;

/** The metrics fitted to a model, in the catalogue's order. */
export const measuredBy = (model: ModelRow): MeasuredMetric[] =>
  metricsOf(model).filter((name): name is MeasuredMetric => isSentMetric(name) && Object.hasOwn(getters, name));

/** Reads a metric as it goes on the wire. */
export type Reader = (appliance: Appliance, board: Board) => Value;

/** The reader of a metric. */
export function readerOf(name: MeasuredMetric): Reader {
  const get: Getter = getters[name];
  // Steps in one unit on the wire.
  const scale = 10 ** (wireDecimals[name] ?? (isTemperature(name) ? 1 : 0));
  return (appliance, board) => {
    const value = get(appliance, board);
    return typeof value === 'number' ? Math.round(value * scale) / scale : value;
  };
}
