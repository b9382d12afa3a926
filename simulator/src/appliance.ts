/**
 * An appliance of any family: its chambers, doors, light, counters and alarms, steered by its family's controller. It reports facts
 * at the moment they happen; it knows neither the machine's clock nor the network.
 */
import type { Standing } from '@brina/domain/commands/commands';
import { cycleStateOf } from '@brina/domain/cycles/cycle';
import { families } from '@brina/domain/appliance/families/families';
import { humidifies, type ModelRow, type Package } from '@brina/domain/appliance/families/family';
import { activeAlarms, isBlocked } from './alarm-timers.ts';
import { type AlarmView, createAlarmWatch } from './alarm-watch.ts';
import { type ApplianceState, newState, trailLength } from './appliance-state.ts';
import { type ChamberBuild, rest_s, stepChamber, type Surroundings, warmUp } from './chamber.ts';
import { createBlast } from './controllers/blast.ts';
import { createCabinet } from './controllers/cabinet.ts';
import { createProver } from './controllers/prover.ts';
import { type Faults, growFaults } from './faults.ts';
import { createHands, type Hands } from './hands.ts';
import { ambientAt, midnightAfter, zoneOffset_ms } from './kitchen.ts';
import {
  type Controller,
  type ControllerView,
  type Machine,
  type Prepared,
  readProbes,
  type Readings,
  type Report,
} from './machine.ts';
import { saturation_bar } from './refrigerant.ts';
import { alsoWhenOff, sharedCommands } from './shared-commands.ts';
import { thermalSize } from './thermal-sizes.ts';

export type ApplianceOptions = {
  readonly model: ModelRow;
  readonly package: Package;
  readonly serial: string;
  readonly timeZone: string;
  /** Seconds of the process in a second. */
  readonly pace: number;
  readonly faults: Faults;
  readonly report: Report;
  /** Whether the board knows the time. */
  readonly clockIsSet: () => boolean;
  /** Identity of its n-th cycle, never used again. */
  readonly runId: (cycle: number) => string;
  /** State to go on from, or the instant (epoch ms) at which a new appliance is first switched on. */
  readonly from: ApplianceState | number;
  /** Modes of a new cabinet's zones; absent: as it leaves the factory. */
  readonly modes?: readonly number[];
};

export type Appliance = Hands & {
  readonly state: ApplianceState;
  readonly model: ModelRow;
  readonly faults: Faults;
  readonly ambient: number;
  readonly readings: Readings;
  readonly view: ControllerView;
  /** Codes of `compressorState`. */
  readonly compressorState: number;
  /** Evaporating temperature, °C. */
  readonly evaporating: number;
  /** Seconds of the process that the next step may take. */
  readonly step_s: number;
  /** Whether it is sampled often: in a cycle, around a defrost and an open door. */
  readonly isBusy: boolean;
  /** Lives on to this instant, in one step. */
  stepTo(true_ms: number): void;
  /** Whether a command could be carried out now: a reason against it, or the act itself. */
  prepare(name: string, args: Readonly<Record<string, unknown>>, command?: string): Prepared;
  /** What a person does at its panel; a reason why not, null when it is done. */
  press(name: string, args?: Readonly<Record<string, unknown>>): string | null;
  /** What is in force, for the check of a command. */
  readonly standing: Standing;
  setTimeZone(timeZone: string): void;
  /** The plug was out until this instant: the food warmed up meanwhile, and a cycle goes on or is given up. */
  powerReturned(true_ms: number): void;
};

/** Longest step of the physics: while something goes on, and while the appliance stands idle. */
const busyStep_s = 5;
const idleStep_s = 30;
/** Between two looks of the controller. */
const busyRound_s = 10;
const idleRound_s = 60;
const lightOff_s = 600;
/** After a door closed an appliance is watched closely for so long. */
const afterDoor_s = 600;
const needles = { MF: 4, EF: 1, SF: 8 } as const;

/** What its chambers are built of. */
function buildOf(model: ModelRow): ChamberBuild {
  return {
    size: thermalSize(model),
    hysteresis_K: model.kind === 'cabinet' ? 1.65 : model.kind === 'prover' ? 1.2 : 1.5,
    humidifies: humidifies(model),
    points: needles[model.family as keyof typeof needles] ?? 0,
  };
}

const controllers = { blast: createBlast, cabinet: createCabinet, prover: createProver } as const;
/** Mode a cabinet leaves the factory in: chilled food, pastry by hand; provers stand by. */
const firstMode = { MF: 0, EF: 0, SF: 0, CP: 2, MYA: 1, PL: 0 } as const;

/** Builds an appliance. */
export function createAppliance(options: ApplianceOptions): Appliance {
  const { model, faults, report, pace } = options;
  const build = buildOf(model);
  let { timeZone } = options;
  const s: ApplianceState =
    typeof options.from === 'number'
      ? newState(model, build, options.modes ?? [firstMode[model.family]], options.from, timeZone)
      : options.from;
  let zone_ms = zoneOffset_ms(s.true_ms, timeZone);
  let readings = readProbes(s, faults);

  const ambient = (): number => ambientAt(s.true_ms, zone_ms) + faults.hotKitchen;
  const machine: Machine = {
    model,
    family: families[model.family],
    build,
    state: s,
    faults,
    report,
    serial: options.serial,
    get timeZone() {
      return timeZone;
    },
    get zoneOffset_ms() {
      return zone_ms;
    },
    get readings() {
      return readings;
    },
    get ambient() {
      return ambient();
    },
    runId: options.runId,
    get isBlocked() {
      return isBlocked(s.alarms);
    },
  };
  const controller: Controller = controllers[model.kind](machine);
  const { view } = controller;

  const doorOf = (zone: number): { open: boolean; since_s: number } => {
    const own = s.chambers.length > 1 ? [s.doors[zone]] : s.doors;
    return own.find((door) => door?.open) ?? own[0] ?? { open: false, since_s: 0 };
  };
  const anyOpen = (): boolean => s.doors.some(({ open }) => open);
  const halted = (): boolean =>
    faults.compressor > 0 ||
    s.alarms.highPressureAlarm?.active === true ||
    s.alarms.dischargeTempHighAlarm?.active === true;
  const surroundings = (zone: number): Surroundings => {
    const door = doorOf(zone);
    return { ambient: ambient(), open: door.open, doorSince_s: door.since_s, halted: halted(), faults };
  };

  /** Something goes on that short steps are needed for. */
  const isMoving = (): boolean =>
    s.run !== null ||
    s.settles_s !== null ||
    anyOpen() ||
    s.chambers.some(
      ({ load, fan, compressor }, zone) => load !== null || fan > 0 || compressor.on || view.set(zone) !== null,
    );

  const newDay = (): void => {
    zone_ms = zoneOffset_ms(s.true_ms, timeZone);
    s.midnight_ms = midnightAfter(s.true_ms, timeZone);
    const dailyDoorOpenings = s.doors.map(() => 0);
    Object.assign(s.counters, { dailyDoorOpenings, dailyDoor_s: 0, dailyDefrosts: 0 });
  };

  const leaveMark = (): void => {
    const probes = s.chambers[0]?.probes;
    const air = probes?.air ?? 0;
    s.trail = [...s.trail.slice(1 - trailLength), { air, tip: probes?.core[0] ?? air }];
  };

  /** Physics and counters of one stretch. */
  const pass = (dt_s: number): void => {
    const { counters } = s;
    let power_W = 0;
    s.chambers.forEach((chamber, zone) => {
      const started = stepChamber(build, chamber, controller.demand(zone), surroundings(zone), s.time_s, dt_s);
      if (started && zone === 0) counters.compressorStarts++;
      power_W += chamber.nodes.power_W;
      if (chamber.steam) counters.steam_s += dt_s;
    });
    s.time_s += dt_s;
    counters.energy_Wh += (power_W * dt_s) / 3600;
    if (s.on) counters.working_s += dt_s;
    if (s.chambers[0]?.compressor.on) counters.compressor_s += dt_s;
    if (anyOpen()) counters.dailyDoor_s += dt_s;
    // Half-minute marks of the last five minutes.
    if (Math.floor(s.time_s / 30) !== Math.floor((s.time_s - dt_s) / 30)) leaveMark();
  };

  const compressorState = (): number => {
    if (faults.compressor > 0 || s.alarms.highPressureLockAlarm?.active) return 6;
    if (halted()) return 5;
    const hotGas = s.chambers.some(
      (chamber, zone) => chamber.compressor.on && controller.demand(zone).defrost === 'hotGas',
    );
    if (hotGas) return 4;
    // Of two zones each has a compressor of its own, and the state is that of the first.
    const [chamber] = s.chambers;
    if (!chamber || chamber.compressor.on) return 1;
    const target = controller.demand(0).air;
    const rests = s.time_s - chamber.compressor.since_s < rest_s;
    return target !== null && rests && chamber.probes.air > target + build.hysteresis_K ? 2 : 0;
  };

  const evaporating = (): number => {
    const chamber = s.chambers[0];
    if (!chamber) return 0;
    const { coil, condenser } = chamber.nodes;
    return chamber.compressor.on ? coil - evaporatorLift_K : Math.min((coil + condenser) / 2, restingMax);
  };

  const alarmWatch = createAlarmWatch(model);
  // Looked at every step: what costs something is computed when a rule asks for it.
  const alarmView: AlarmView = {
    model,
    state: s,
    faults,
    view,
    get readings() {
      return readings;
    },
    get suction_bar() {
      return saturation_bar(model.refrigerant, evaporating());
    },
    get discharge() {
      return (readings.condenser[0] ?? 0) + compression_K;
    },
    get doorOpen() {
      return anyOpen();
    },
    get clockIsSet() {
      return options.clockIsSet();
    },
  };
  const watch = (): void => {
    for (const change of alarmWatch.look(s.alarms, alarmView)) report.event({ type: 'alarm', ...change });
    if (isBlocked(s.alarms)) controller.blocked();
  };

  const shared = sharedCommands(machine);
  const prepare: Appliance['prepare'] = (name, args, command) => {
    if (!s.on && !alsoWhenOff.includes(name)) return 'switched_off';
    readings = readProbes(s, faults);
    const handler = controller.commands[name] ?? shared[name];
    return handler ? handler(args, command) : 'not_compatible';
  };

  return {
    state: s,
    model,
    faults,
    view,
    get ambient() {
      return ambient();
    },
    get readings() {
      return readings;
    },
    get compressorState() {
      return compressorState();
    },
    get evaporating() {
      return evaporating();
    },
    get step_s() {
      return isMoving() ? busyRound_s : idleRound_s;
    },
    get isBusy() {
      const defrosts = s.chambers.some((_, zone) => view.defrost(zone) > 0);
      const doors =
        model.kind !== 'blast' &&
        s.doors.some(({ open, since_s }) => open || (since_s > 0 && s.time_s - since_s < afterDoor_s));
      return view.isBusy || defrosts || doors;
    },
    stepTo(true_ms) {
      const dt_s = ((true_ms - s.true_ms) / 1000) * pace;
      if (dt_s <= 0) return;
      const longest_s = isMoving() ? busyStep_s : idleStep_s;
      for (let left_s = dt_s; left_s > 1e-6; left_s -= longest_s) pass(Math.min(left_s, longest_s));
      s.true_ms = true_ms;
      growFaults(faults, dt_s);
      if (true_ms >= s.midnight_ms) newDay();
      readings = readProbes(s, faults);
      controller.advance();
      watch();
      if (s.light.on && s.time_s - s.light.since_s >= lightOff_s) s.light = { on: false, since_s: s.time_s };
    },
    ...createHands(s, build, view, report),
    prepare,
    press(name, args = {}) {
      const prepared = prepare(name, args);
      if (typeof prepared === 'string') return prepared;
      prepared();
      return null;
    },
    get standing() {
      const state = cycleStateOf(s.cycleState) ?? null;
      const hasModes = model.kind !== 'blast';
      return {
        package: options.package,
        function: hasModes ? null : view.functionCode,
        cycleState: state,
        mode: hasModes ? view.mode(0) : null,
        modeZone2: s.zones.length > 1 ? view.mode(1) : null,
        program: s.zones[0]?.program ?? null,
      };
    },
    setTimeZone(zone) {
      timeZone = zone;
      zone_ms = zoneOffset_ms(s.true_ms, zone);
      s.midnight_ms = midnightAfter(s.true_ms, zone);
    },
    powerReturned(true_ms) {
      const lost_s = ((true_ms - s.true_ms) / 1000) * pace;
      const before = warmest(readings.core);
      s.time_s += lost_s;
      s.chambers.forEach((chamber, zone) => warmUp(build, chamber, surroundings(zone), lost_s, s.time_s));
      s.true_ms = true_ms;
      s.light = { on: false, since_s: s.time_s };
      s.trail = [];
      s.memoryFault = faults.memory > 0;
      if (true_ms >= s.midnight_ms) newDay();
      readings = readProbes(s, faults);
      controller.powerReturned(lost_s, warmest(readings.core) - before);
    },
  };
}

/** The refrigerant boils so much below the coil; the discharge pipe is so much hotter than the condenser. */
const evaporatorLift_K = 6;
export const compression_K = 28;
/** At rest the pressures are equal, but the receiver keeps its liquid no warmer than this, or R744 would leave by its valve. */
const restingMax = 20;

const warmest = (points: readonly (number | null)[]): number =>
  points.reduce<number>((max, point) => Math.max(max, point ?? Number.NEGATIVE_INFINITY), Number.NEGATIVE_INFINITY);

/** Names of the alarms that stand at an appliance. */
export const alarmsOf = ({ state }: Appliance): readonly string[] => activeAlarms(state.alarms);
