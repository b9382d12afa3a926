/** A blast chiller of the 45 kg class with a load on its trays: the lumped model of air, coil, food surface and food core. */
import type { PhasePlan } from '../../../appliance/phase-plan.ts';
import type { Input } from '../input.ts';
import { minute, second } from './scenario.ts';

/** A cycle and what is wrong with it. */
export type Load = {
  readonly startAt: number;
  readonly kind?: 'chill' | 'freeze';
  readonly load_kg?: number;
  readonly depth_mm?: number;
  readonly core?: number;
  readonly ambient?: number;
  readonly foul?: number;
  readonly charge?: number;
  readonly fanLoss?: number;
  /** Minutes in which the needle lies in air. */
  readonly needleInAir?: (minute: number) => boolean;
  readonly cycleId?: number;
  readonly runId?: string;
  readonly maxMinutes?: number;
  readonly every_s?: number;
};

const size = { Q10: 5000, fan: 260, walls: 4.6, coil: 600, air: 40e3, steel: 58e3 };
const step_s = 2;

const chillPlan: readonly PhasePlan[] = [
  { phase: 2, air: -14, fan: 100, rh: null, end: { by: 'surface', target: 4 }, fallback_min: 35 },
  { phase: 3, air: 0, fan: 100, rh: null, end: { by: 'core', target: 3 }, fallback_min: 55 },
  { phase: 7, air: 2, fan: 40, rh: null, end: { by: 'stop' }, hold: true },
];
const freezePlan: readonly PhasePlan[] = [
  { phase: 4, air: -38, fan: 100, rh: null, end: { by: 'core', target: -18 }, fallback_min: 240 },
  { phase: 8, air: -20, fan: 50, rh: null, end: { by: 'stop' }, hold: true },
];

/** The facts of one cycle: its start, samples, its end when the core is at its target. Returns the minutes it took. */
export function* cycle(load: Load): Generator<Input, number> {
  const {
    startAt,
    kind = 'chill',
    load_kg = 45,
    depth_mm = 35,
    ambient = 30,
    foul = 0,
    charge = 1,
    fanLoss = 0,
  } = load;
  const runId = load.runId ?? `run-${startAt}`;
  const every_s = load.every_s ?? 10;
  const plan = kind === 'chill' ? chillPlan : freezePlan;
  const target = kind === 'chill' ? 3 : -18;
  const area = 1 / (1050 * (depth_mm / 1000));
  const inner = ((2 * 0.48) / (0.3 * (depth_mm / 1000))) * area * load_kg;
  const fan = 1 - fanLoss;
  const outer = (45 + 22) * fan ** 0.7 * area * load_kg;
  const state = { air: 12, steel: 5, surface: load.core ?? 70, core: load.core ?? 70, condenser: ambient };
  let running = true;
  let second_phase = false;
  let fact = 0;
  const common = { runId, function: kind === 'chill' ? 0 : 1 };
  yield {
    at_ms: startAt,
    kind: 'cycle',
    event: 'started',
    ...common,
    plan,
    load_kg,
    ...(load.cycleId === undefined ? {} : { cycleId: load.cycleId }),
  };
  for (let at_s = 0; ; at_s += step_s) {
    const minutes = at_s / 60;
    const done = state.core <= target && !load.needleInAir?.(minutes);
    if (at_s % every_s === 0 || done) {
      const inAir = load.needleInAir?.(minutes) ?? false;
      const phase = plan[kind === 'chill' && second_phase ? 1 : 0] as PhasePlan;
      fact = startAt + at_s * second;
      yield {
        at_ms: fact,
        kind: 'sample',
        values: {
          powerState: 1,
          cycleRunning: 1,
          cycleState: 1,
          cycleFunction: common.function,
          cyclePhase: phase.phase,
          cyclePhaseIndex: kind === 'chill' && second_phase ? 2 : 1,
          TCell: tenth(state.air),
          cellSetTemp: phase.air as number,
          TCore1: tenth(inAir ? state.air : state.core),
          TCore2: tenth(inAir ? state.air + 0.2 : 0.7 * state.core + 0.3 * state.surface),
          TCore3: tenth(inAir ? state.air + 0.3 : 0.4 * state.core + 0.6 * state.surface),
          TCore4: tenth(inAir ? state.air + 0.1 : state.surface),
          TEvap1: tenth(Math.max(-55, Math.min(state.steel - 6, 10))),
          TCondenser1: tenth(state.condenser),
          TAmbient: ambient,
          compressorState: running ? 1 : 0,
          evapFanPercentage: 100,
          defrostState: 0,
          door: 0,
          mainsVoltage: 231,
        },
      };
    }
    if (done || minutes >= (load.maxMinutes ?? 600)) {
      yield {
        at_ms: fact,
        kind: 'cycle',
        event: done ? 'ended' : 'stopped',
        ...common,
        reason: done ? 'target' : 'person',
      };
      return minutes;
    }
    if (kind === 'chill' && !second_phase && state.surface <= 4) second_phase = true;
    const set = kind === 'freeze' ? -38 : second_phase ? 0 : -14;
    if (running && state.air < set - 1.5) running = false;
    else if (!running && state.air > set + 1.5) running = true;
    const Te = Math.min(state.steel - 6, 10);
    const Q = running ? size.Q10 * Math.min(1.35, Math.max(0.12, 1 + 0.032 * (Te + 10))) * charge : 0;
    const air =
      (outer * (state.surface - state.air) +
        size.coil * (state.steel - state.air) +
        size.walls * (ambient - state.air) +
        size.fan * fan ** 3) /
      size.air;
    const steel = (size.coil * (state.air - state.steel) - Q) / size.steel;
    const surface =
      (outer * (state.air - state.surface) + inner * (state.core - state.surface)) /
      (0.55 * load_kg * heat(state.surface));
    const core = (inner * (state.surface - state.core)) / (0.45 * load_kg * heat(state.core));
    state.condenser = running
      ? ambient + 8 + (14 + 22 * foul) * (Q / size.Q10)
      : state.condenser + (ambient - state.condenser) * (step_s / 240);
    state.air += air * step_s;
    state.steel += steel * step_s;
    state.surface += surface * step_s;
    state.core += core * step_s;
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const heat = (temperature: number): number =>
  temperature > -1.5 ? 3600 : 1900 + Math.min((250e3 * 1.5) / temperature ** 2, 1.2e5);

/** An idle chiller, empty, its needle in its holder: one sample a minute. */
export function* idle(from: number, to: number, ambient = 30): Generator<Input> {
  for (let at = from; at < to; at += minute)
    yield {
      at_ms: at,
      kind: 'sample',
      values: {
        powerState: 1,
        cycleRunning: 0,
        cycleState: 0,
        cyclePhase: 0,
        TCell: 18,
        TCore1: 18,
        TEvap1: 18,
        TCondenser1: ambient,
        TAmbient: ambient,
        compressorState: 0,
        evapFanPercentage: 0,
        defrostState: 0,
        door: 0,
        mainsVoltage: 231,
      },
    };
}
