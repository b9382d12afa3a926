/**
 * The controller of an MF blast chiller: door, fan, compressor, phases, alarms, counters. It runs on the thermal model and reports
 * facts at the moment they happen; it knows neither the machine's clock nor the network.
 *
 * Two times flow in it: `true_ms`, which stamps the facts, and `time_s`, the seconds of the process, which run `pace` times faster.
 */
import type { EventMessage } from '@brina/contract/devices';
import { cycleCan, cycleStateOf } from '@brina/domain/cycle';
import { checkStart, type PhasePlan, planFor, type StartCycleArgs } from '@brina/domain/cycle-plan';
import type { ModelRow } from '@brina/domain/families/family';
import { mf } from '@brina/domain/families/mf';
import type { RefusalCode } from '@brina/domain/refusals';
import { type AlarmTimers, type AlarmView, isBlocked, type UnitAlarm, watchAlarms } from './alarm-watch.ts';
import type { Faults } from './faults.ts';
import { ambientAt, midnightAfter, zoneOffset_ms } from './kitchen.ts';
import { coreReached, type PhaseOutcome, type PhaseView, phaseOutcome } from './phase-end.ts';
import { type ProbeState, settledProbes, stepProbes } from './probes.ts';
import { atRest, type Conditions, type Load, loaded, step, type ThermalState, thermalSize } from './thermal.ts';

/** An event without its head. */
type WithoutHead<E> = E extends unknown ? Omit<E, 'log' | 'seq' | 'boot' | 'at' | 'sent' | 'up'> : never;
export type EventBody = WithoutHead<EventMessage>;

/** A cycle that runs, or its holding. */
export type Run = {
  readonly runId: string;
  readonly function: number;
  readonly plan: readonly PhasePlan[];
  /** Position in the plan, 0 = first. */
  index: number;
  readonly started_s: number;
  phase_s: number;
  /** When the core target of the phase was reached and kept. */
  reached_s: number | null;
};

/** Codes of `cycleState`. */
export const cycleCode = { standby: 0, running: 1, ended: 2, stopped: 3, interrupted: 4 } as const;

/** Counters since new, or since local midnight. */
export type Counters = {
  energy_Wh: number;
  working_s: number;
  compressor_s: number;
  compressorStarts: number;
  cycles: number;
  doorOpenings: number;
  dailyDoorOpenings: number;
  dailyDoor_s: number;
  dailyDefrosts: number;
};

/** Everything an appliance knows of itself; plain data, so that it survives its process. */
export type ApplianceState = {
  true_ms: number;
  time_s: number;
  nodes: ThermalState;
  probes: ProbeState;
  humidity: number;
  load: Load | null;
  door: { open: boolean; since_s: number };
  light: { on: boolean; since_s: number };
  identify_until_s: number;
  compressor: { on: boolean; since_s: number };
  cycleState: number;
  /** When a stopped cycle falls back to standby. */
  settles_s: number | null;
  run: Run | null;
  lastRunId: string | null;
  lastDefrostEnd: number;
  alarms: AlarmTimers;
  /** Air of the last five minutes, each half minute. */
  airTrail: number[];
  counters: Counters;
  midnight_ms: number;
};

/** Where an appliance reports to, at the moment something happens. */
export type Report = {
  /** A full sample is due before what follows: the record of a cycle needs the readings at its turning points. */
  sampleNow(): void;
  event(body: EventBody): void;
};

export type ApplianceOptions = {
  readonly model: ModelRow;
  timeZone: string;
  /** Seconds of the process in a second. */
  readonly pace: number;
  readonly faults: Faults;
  readonly report: Report;
  /** Identity of its n-th cycle, never used again. */
  readonly runId: (cycle: number) => string;
  /** State to go on from, or the instant (epoch ms) at which a new appliance is first switched on. */
  readonly from: ApplianceState | number;
};

/** What the probes report: °C with one decimal, null when broken. */
export type Readings = {
  readonly air: number | null;
  readonly core: readonly (number | null)[];
  readonly coil: number | null;
  readonly condenser: number | null;
};

export type Appliance = {
  readonly state: ApplianceState;
  readonly model: ModelRow;
  /** Phase in force; null in standby. */
  readonly phase: PhasePlan | null;
  /** Air set-point in force; null when the air is not controlled. */
  readonly set: number | null;
  /** Air set-point of a core-ended phase's target; null otherwise. */
  readonly coreTarget: number | null;
  /** Speed of the evaporator fan, 0..1. */
  readonly fan: number;
  readonly defrosting: boolean;
  readonly ambient: number;
  readonly readings: Readings;
  /** Codes of `compressorState`. */
  readonly compressorState: number;
  /** Seconds of the process that the next step may take. */
  readonly step_s: number;
  /** Makes one step, to this instant. */
  stepTo(true_ms: number): void;
  openDoor(open: boolean): void;
  /** Puts food on the trays; the needle goes into it, now or, `settled`, so long ago that it shows the food's temperature. */
  load(load: Load, temperature: number, needle?: 'settled'): void;
  unload(): void;
  /** Why a start with these arguments would be refused now; null: it may start. */
  mayStart(args: Readonly<Record<string, unknown>>): RefusalCode | null;
  /** Starts a cycle, or says why not. `command`: id of the command that asked, absent at the panel. */
  start(args: Readonly<Record<string, unknown>>, command?: string): RefusalCode | null;
  stop(): RefusalCode | null;
  setLight(on: boolean): RefusalCode | null;
  silence(alarm: string): RefusalCode | null;
  identify(seconds: number): RefusalCode | null;
  setTimeZone(timeZone: string): void;
  /** The plug was out until this instant: the food warmed up meanwhile, and a cycle goes on or is given up. */
  powerReturned(true_ms: number): void;
};

/** Longest step of the process: while something goes on, and while the appliance stands shut, empty and idle. */
const busyStep_s = 2;
const idleStep_s = 10;

const hysteresis_K = 1.5;
/** A compressor rests this long before it starts again. */
const rest_s = 180;
const lightOff_s = 600;
const settle_s = 5;
/** With the door open for longer the compressor stops too: it would only ice up the coil. */
const doorStopsCompressor_s = 60;
const resumes_s = 600;
const resumesCold_s = 3600;
const resumesCold_K = 3;
/** A longer outage has brought everything to the kitchen's temperature. */
const outage_max_s = 2 * 86_400;
const outageStep_s = 20;

/** Builds an appliance. */
export function createAppliance(options: ApplianceOptions): Appliance {
  const { model, faults, report, pace } = options;
  const size = thermalSize(model.chill_kg, model.refrigerant);
  let { timeZone } = options;
  let zone_ms = 0;
  const s: ApplianceState = typeof options.from === 'number' ? newState(options.from) : options.from;
  zone_ms = zoneOffset_ms(s.true_ms, timeZone);

  function newState(true_ms: number): ApplianceState {
    const nodes = atRest(ambientAt(true_ms, zoneOffset_ms(true_ms, options.timeZone)) - 2, 25);
    return {
      true_ms,
      time_s: 0,
      nodes,
      probes: settledProbes(nodes),
      humidity: 50,
      load: null,
      door: { open: false, since_s: 0 },
      light: { on: false, since_s: 0 },
      identify_until_s: 0,
      compressor: { on: false, since_s: -rest_s },
      cycleState: cycleCode.standby,
      settles_s: null,
      run: null,
      lastRunId: null,
      lastDefrostEnd: 0,
      alarms: {},
      airTrail: [],
      counters: {
        energy_Wh: 0,
        working_s: 0,
        compressor_s: 0,
        compressorStarts: 0,
        cycles: 0,
        doorOpenings: 0,
        dailyDoorOpenings: 0,
        dailyDoor_s: 0,
        dailyDefrosts: 0,
      },
      midnight_ms: midnightAfter(true_ms, options.timeZone),
    };
  }

  const phase = (): PhasePlan | null => s.run?.plan[s.run.index] ?? null;
  const running = (): boolean => s.cycleState === cycleCode.running;
  const ambient = (): number => ambientAt(s.true_ms, zone_ms) + faults.hotKitchen;
  const defrosting = (): boolean => phase()?.end.by === 'evaporator';
  const broken = (name: Faults['broken'][number]): boolean => faults.broken.includes(name);
  const compressorFails = (): boolean => faults.compressor > 0 || s.alarms.highPressureAlarm?.active === true;

  const readings = (): Readings => ({
    air: broken('cell') ? null : tenth(s.probes.air),
    core: s.probes.core.map((point, i) => (broken(`core${i + 1}` as Faults['broken'][number]) ? null : tenth(point))),
    coil: broken('coil') ? null : tenth(s.probes.coil),
    condenser: broken('condenser') ? null : tenth(s.probes.condenser),
  });

  const set = (): number | null => {
    const now = phase();
    if (!now || now.air === null) return null;
    if (typeof now.air === 'number') return now.air;
    const share = now.end.by === 'time' && s.run ? (s.time_s - s.run.phase_s) / (now.end.time_min * 60) : 1;
    return now.air[0] + (now.air[1] - now.air[0]) * Math.min(1, share);
  };

  const fan = (): number => (s.door.open ? 0 : (phase()?.fan ?? 0) / 100);

  const driveCompressor = (): void => {
    const target = set();
    // Without its probe the controller cools on, as long as the alarm lets it.
    const air = broken('cell') ? s.nodes.air : s.probes.air;
    const held = s.door.open && s.time_s - s.door.since_s > doorStopsCompressor_s;
    const allowed = target !== null && !held && !compressorFails();
    const { on, since_s } = s.compressor;
    const wanted = allowed && (on ? air > target - hysteresis_K : air > target + hysteresis_K);
    if (wanted === on || (wanted && s.time_s - since_s < rest_s)) return;
    s.compressor = { on: wanted, since_s: s.time_s };
    if (wanted) s.counters.compressorStarts++;
  };

  const conditions = (): Conditions => ({
    ambient: ambient(),
    door: s.door.open ? 5 : faults.ajar,
    foul: faults.foul,
    charge: faults.charge,
    fanLoss: faults.fanLoss,
  });

  /** Physics and counters of one stretch. */
  const pass = (dt_s: number, true_ms: number): void => {
    driveCompressor();
    const drive = { compressor: s.compressor.on, fan: fan(), defrost: defrosting() };
    s.nodes = step(size, s.nodes, s.load, drive, conditions(), dt_s);
    s.probes = stepProbes(s.probes, s.nodes, s.load !== null && !faults.probeInAir, dt_s);
    s.humidity += (humidityGoal() - s.humidity) * Math.min(1, dt_s / (s.door.open ? 10 : 60));
    s.time_s += dt_s;
    s.true_ms = true_ms;
    s.counters.energy_Wh += (s.nodes.power_W * dt_s) / 3600;
    s.counters.working_s += dt_s;
    if (s.compressor.on) s.counters.compressor_s += dt_s;
    if (s.door.open) s.counters.dailyDoor_s += dt_s;
    if (true_ms >= s.midnight_ms) newDay();
    // Half-minute marks of the last five minutes.
    if (Math.floor(s.time_s / 30) !== Math.floor((s.time_s - dt_s) / 30)) {
      s.airTrail = [...s.airTrail.slice(-9), s.probes.air];
    }
  };

  const humidityGoal = (): number => {
    const rh = phase()?.rh;
    if (s.door.open) return 50;
    if (rh && 'set' in rh) return rh.set;
    if (s.load) return s.nodes.surface > 20 ? 90 : 75;
    return 55;
  };

  const newDay = (): void => {
    zone_ms = zoneOffset_ms(s.true_ms, timeZone);
    s.midnight_ms = midnightAfter(s.true_ms, timeZone);
    Object.assign(s.counters, { dailyDoorOpenings: 0, dailyDoor_s: 0, dailyDefrosts: 0 });
  };

  const phaseView = (): PhaseView => ({
    air: s.probes.air,
    points: readings().core,
    coil: readings().coil,
    phase_s: s.run ? s.time_s - s.run.phase_s : 0,
    held_s: s.run?.reached_s == null ? null : s.time_s - s.run.reached_s,
  });

  const phaseEvent = (run: Run, state: 'running' | 'terminated' | 'skipped'): void =>
    report.event({
      type: 'phase',
      runId: run.runId,
      index: run.index + 1,
      phase: run.plan[run.index]?.phase ?? 0,
      state,
    });

  const beginPhase = (run: Run, index: number): void => {
    run.index = index;
    run.phase_s = s.time_s;
    run.reached_s = null;
    if (run.plan[index]?.end.by === 'evaporator') s.counters.dailyDefrosts++;
    phaseEvent(run, 'running');
  };

  /** Ends what is running. The holding, if the plan has one and the cycle ended by itself, goes on under the same run. */
  const endCycle = (
    event: 'ended' | 'stopped' | 'interrupted',
    reason: 'target' | 'time' | 'person' | 'alarm' | 'power' | 'maximum',
  ): void => {
    const { run } = s;
    if (!run) return;
    report.sampleNow();
    phaseEvent(run, 'terminated');
    report.event({ type: 'cycle', runId: run.runId, event, function: run.function, reason });
    const next = run.plan[run.index + 1];
    s.cycleState = cycleCode[event];
    if (event === 'ended' && next?.hold) {
      beginPhase(run, run.index + 1);
      return;
    }
    s.run = null;
    s.settles_s = event === 'interrupted' ? null : s.time_s + settle_s;
  };

  const endHolding = (): void => {
    if (s.run) phaseEvent(s.run, 'terminated');
    s.run = null;
    s.cycleState = cycleCode.standby;
  };

  const phaseOver = (run: Run, outcome: Exclude<PhaseOutcome, null>): void => {
    if (run.plan[run.index]?.end.by === 'evaporator') s.lastDefrostEnd = outcome === 'target' ? 1 : 2;
    const next = run.plan[run.index + 1];
    if (!next || next.hold) {
      endCycle('ended', outcome);
      return;
    }
    report.sampleNow();
    phaseEvent(run, 'terminated');
    beginPhase(run, run.index + 1);
  };

  const runPhase = (): void => {
    const { run } = s;
    const now = phase();
    if (!run || !now || !running()) return;
    const view = phaseView();
    if (!coreReached(now, view)) run.reached_s = null;
    else run.reached_s ??= s.time_s;
    const outcome = phaseOutcome(now, { ...view, held_s: run.reached_s === null ? null : s.time_s - run.reached_s });
    if (outcome) phaseOver(run, outcome);
    else if (now.max_min !== undefined && s.time_s - run.started_s > now.max_min * 60)
      endCycle('interrupted', 'maximum');
  };

  const alarmView = (): AlarmView => {
    const { air, core, coil, condenser } = readings();
    const trail = s.airTrail;
    return {
      inCycle: running(),
      cycle_min: running() && s.run ? (s.time_s - s.run.started_s) / 60 : 0,
      coreEnded: running() && phase()?.end.by !== 'time' && s.run?.plan.some((p) => p.end.by === 'core') === true,
      doorOpen: s.door.open,
      air,
      airMoved_K: trail.length < 2 ? 0 : Math.max(...trail) - Math.min(...trail),
      points: core,
      coil,
      condenser,
      compressorOn_s: s.compressor.on ? s.time_s - s.compressor.since_s : 0,
      compressorLocked: faults.compressor > 0,
      charge: faults.charge,
      fanCommand: fan(),
      fanLoss: faults.fanLoss,
      interrupted: s.cycleState === cycleCode.interrupted,
    };
  };

  const watch = (): void => {
    for (const change of watchAlarms(s.alarms, alarmView(), s.time_s)) report.event({ type: 'alarm', ...change });
    if (running() && isBlocked(s.alarms)) endCycle('interrupted', 'alarm');
  };

  const settle = (): void => {
    if (s.settles_s !== null && s.time_s >= s.settles_s) {
      s.settles_s = null;
      s.cycleState = cycleCode.standby;
    }
    if (s.light.on && s.time_s - s.light.since_s >= lightOff_s) s.light = { on: false, since_s: s.time_s };
  };

  const startRefusal = (args: Readonly<Record<string, unknown>>): RefusalCode | null => {
    const fault = checkStart(model, args)[0];
    if (fault) return fault.code;
    if (running()) return defrosting() ? 'defrosting' : 'cycle_running';
    const state = cycleStateOf(s.cycleState);
    if (!state || !cycleCan.start(state)) return 'cycle_running';
    if (s.door.open) return 'door_open';
    if (isBlocked(s.alarms)) return 'alarm_blocks';
    const byCore = planFor(mf, args as StartCycleArgs).some((p) => p.end.by === 'core' || p.end.by === 'surface');
    if (byCore && readings().core.every((point) => point === null)) return 'probe_missing';
    return null;
  };

  return {
    state: s,
    model,
    get phase() {
      return phase();
    },
    get set() {
      return set();
    },
    get coreTarget() {
      const end = phase()?.end;
      return end?.by === 'core' ? end.target : null;
    },
    get fan() {
      return fan();
    },
    get defrosting() {
      return defrosting();
    },
    get ambient() {
      return ambient();
    },
    get readings() {
      return readings();
    },
    get compressorState() {
      if (faults.compressor > 0) return 6;
      if (s.alarms.highPressureAlarm?.active) return 5;
      if (s.compressor.on) return 1;
      const target = set();
      const resting = s.time_s - s.compressor.since_s < rest_s;
      return target !== null && resting && s.probes.air > target + hysteresis_K ? 2 : 0;
    },
    get step_s() {
      return s.run || s.load || s.door.open || s.settles_s !== null ? busyStep_s : idleStep_s;
    },
    stepTo(true_ms) {
      const dt_s = ((true_ms - s.true_ms) / 1000) * pace;
      if (dt_s <= 0) return;
      pass(dt_s, true_ms);
      runPhase();
      watch();
      settle();
    },
    openDoor(open) {
      if (s.door.open === open) return;
      s.door = { open, since_s: s.time_s };
      if (open) {
        s.counters.doorOpenings++;
        s.counters.dailyDoorOpenings++;
      }
      report.event({ type: 'door', door: 1, open });
    },
    load(load, temperature, needle) {
      s.load = load;
      s.nodes = loaded(s.nodes, temperature);
      if (needle === 'settled') s.probes = { ...settledProbes(s.nodes), air: s.probes.air };
    },
    unload() {
      s.load = null;
    },
    mayStart: startRefusal,
    start(args, command) {
      const refusal = startRefusal(args);
      if (refusal) return refusal;
      if (s.run) endHolding();
      const start = args as StartCycleArgs;
      const plan = planFor(mf, start);
      s.counters.cycles++;
      const runId = options.runId(s.counters.cycles);
      s.cycleState = cycleCode.running;
      s.settles_s = null;
      s.lastRunId = runId;
      s.run = {
        runId,
        function: start.function,
        plan,
        index: 0,
        started_s: s.time_s,
        phase_s: s.time_s,
        reached_s: null,
      };
      report.event({
        type: 'cycle',
        runId,
        event: 'started',
        function: start.function,
        plan: plan.map((planned) => ({ ...planned, air: wireAir(planned.air) })),
        ...(command === undefined ? {} : { command }),
        ...(start.load_kg === undefined ? {} : { load_kg: start.load_kg }),
        ...(start.product === undefined ? {} : { product: start.product }),
        ...(start.lot === undefined ? {} : { lot: start.lot }),
      });
      beginPhase(s.run, 0);
      report.sampleNow();
      return null;
    },
    stop() {
      if (!s.run) return 'not_running';
      if (running()) endCycle('stopped', 'person');
      else endHolding();
      return null;
    },
    setLight(on) {
      if (s.light.on === on) return 'already_so';
      s.light = { on, since_s: s.time_s };
      return null;
    },
    silence(alarm) {
      const timer = s.alarms[alarm as UnitAlarm];
      if (!timer?.active) return 'not_running';
      timer.silenced = true;
      return null;
    },
    identify(seconds) {
      if (running()) return 'cycle_running';
      s.identify_until_s = s.time_s + seconds;
      return null;
    },
    setTimeZone(zone) {
      timeZone = zone;
      zone_ms = zoneOffset_ms(s.true_ms, zone);
      s.midnight_ms = midnightAfter(s.true_ms, zone);
    },
    powerReturned(true_ms) {
      const lost_s = ((true_ms - s.true_ms) / 1000) * pace;
      const before = warmest(readings().core);
      const dark = { compressor: false, fan: 0, defrost: false };
      for (let left_s = Math.min(lost_s, outage_max_s); left_s > 0; left_s -= outageStep_s) {
        s.nodes = step(size, s.nodes, s.load, dark, conditions(), Math.min(left_s, outageStep_s));
      }
      s.nodes = { ...s.nodes, power_W: 0 };
      s.probes = settledProbes(s.nodes);
      s.time_s += lost_s;
      s.true_ms = true_ms;
      s.compressor = { on: false, since_s: s.time_s };
      s.light = { on: false, since_s: s.time_s };
      s.airTrail = [];
      if (defrosting()) s.lastDefrostEnd = 4;
      if (true_ms >= s.midnight_ms) newDay();
      const movedBack_K = warmest(readings().core) - before;
      const goesOn = lost_s <= resumes_s || (lost_s <= resumesCold_s && movedBack_K <= resumesCold_K);
      if (running() && !goesOn) endCycle('interrupted', 'power');
    },
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

const warmest = (points: readonly (number | null)[]): number =>
  points.reduce<number>((max, point) => Math.max(max, point ?? Number.NEGATIVE_INFINITY), Number.NEGATIVE_INFINITY);

/** The schema's tuple is not a readonly one. */
const wireAir = (air: PhasePlan['air']): number | [number, number] | null =>
  air === null || typeof air === 'number' ? air : [air[0], air[1]];
