/**
 * An appliance of any family: its chambers, doors, light, counters and alarms, steered by its family's controller. It reports facts
 * at the moment they happen; it knows neither the machine's clock nor the network.
 */

import type { PanelTold } from '@brina/contract/devices';
import type { ModelRow, Package } from '@brina/domain/appliance/families/family';
import { type PhaseEndKind, phaseEnds } from '@brina/domain/appliance/phase-plan';
import type { Standing } from '@brina/domain/commands/commands';
import { cycleStateOf } from '@brina/domain/cycles/cycle';
import { second_ms } from '@brina/domain/language/durations';
import { chamberBuild } from '@brina/domain/thermal/chamber';
import { activeAlarms } from './alarm-timers.ts';
import { alarmViewOf } from './alarm-view.ts';
import { type AlarmView, type AlarmWatch, createAlarmWatch } from './alarm-watch.ts';
import { type ApplianceState, newState } from './appliance-state.ts';
import { Chambers } from './chambers.ts';
import { Blast } from './controllers/blast.ts';
import { Cabinet } from './controllers/cabinet.ts';
import { Prover } from './controllers/prover.ts';
import { type Faults, growFaults } from './faults.ts';
import { Hands } from './hands.ts';
import {
  type Args,
  type Controller,
  type ControllerView,
  Machine,
  type Prepared,
  type Readings,
  type Report,
} from './machine.ts';
import { alsoWhenOff, sharedCommands } from './shared-commands.ts';

export type ApplianceOptions = {
  readonly model: ModelRow;
  readonly package: Package;
  /** Ends of a phase that its software knows; absent: all. */
  readonly ends?: readonly PhaseEndKind[];
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

/** Longest step of the physics: while something goes on, and while the appliance stands idle. */
const busyStep_s = 5;
const idleStep_s = 30;
/** Between two looks of the controller. */
const busyRound_s = 10;
const idleRound_s = 60;
const lightOff_s = 600;
/** After a door closed an appliance is watched closely for so long. */
const afterDoor_s = 600;

const controllers = { blast: Blast, cabinet: Cabinet, prover: Prover } as const;
/** Mode a cabinet leaves the factory in: chilled food, pastry by hand; provers stand by. */
const firstMode = { MF: 0, EF: 0, SF: 0, CP: 2, MYA: 1, PL: 0 } as const;

/** An appliance: new, or from the state it left. */
export class Appliance {
  readonly model: ModelRow;
  readonly state: ApplianceState;
  readonly faults: Faults;
  readonly view: ControllerView;
  /** What people do to it without its panel. */
  readonly hands: Hands;
  readonly #pace: number;
  readonly #package: Package;
  readonly #machine: Machine;
  readonly #controller: Controller;
  readonly #chambers: Chambers;
  readonly #shared: Controller['commands'];
  readonly #watch: AlarmWatch;
  readonly #alarmView: AlarmView;

  constructor(options: ApplianceOptions) {
    const { model, faults, timeZone, from, modes = [firstMode[model.family]] } = options;
    const build = chamberBuild(model);
    this.model = model;
    this.faults = faults;
    this.#pace = options.pace;
    this.#package = options.package;
    this.state = typeof from === 'number' ? newState(model, build, modes, from, timeZone) : from;
    const { report, serial, runId } = options;
    const { ends = phaseEnds, package: unitPackage } = options;
    const made = { model, unitPackage, ends, build, state: this.state, faults, report, serial, timeZone, runId };
    this.#machine = new Machine(made);
    this.#controller = new controllers[model.kind](this.#machine);
    this.view = this.#controller.view;
    this.#chambers = new Chambers(this.#machine, this.#controller);
    this.#shared = sharedCommands(this.#machine);
    this.hands = new Hands(this.#machine, this.view);
    this.#watch = createAlarmWatch(model);
    this.#alarmView = alarmViewOf(this.#machine, this.#chambers, this.view, options.clockIsSet);
  }

  get ambient(): number {
    return this.#machine.ambient;
  }

  get readings(): Readings {
    return this.#machine.readings;
  }

  /** What a blast chiller keeps at its panel; the other families have none. */
  get panel(): Blast['panel'] | undefined {
    return this.#controller instanceof Blast ? this.#controller.panel : undefined;
  }

  /** What it tells of its panel; the moments by its clock. */
  panelTold(clockAt: (true_ms: number) => number): PanelTold {
    const { panel } = this;
    if (!panel) return {};
    const { favourites, timers } = panel;
    return { cycleEnds: [...this.#machine.ends], ...favourites.told, trayTimers: timers.told(clockAt) };
  }

  /** Codes of `compressorState`. */
  get compressorState(): number {
    return this.#chambers.compressorState;
  }

  /** Evaporating temperature, °C. */
  get evaporating(): number {
    return this.#chambers.evaporating;
  }

  /** Seconds of the process that the next step may take. */
  get step_s(): number {
    return this.#chambers.isMoving ? busyRound_s : idleRound_s;
  }

  /** Whether it is sampled often: in a cycle, around a defrost and an open door. */
  get isBusy(): boolean {
    const { chambers, doors, time_s } = this.state;
    const { view } = this;
    return (
      view.isBusy ||
      chambers.some((_, zone) => view.defrost(zone) > 0) ||
      (this.model.kind !== 'blast' &&
        doors.some(({ open, since_s }) => open || (since_s > 0 && time_s - since_s < afterDoor_s)))
    );
  }

  /** What is in force, for the check of a command. */
  get standing(): Standing {
    const { zones, cycleState } = this.state;
    const { view } = this;
    const hasModes = this.model.kind !== 'blast';
    return {
      package: this.#package,
      cycleEnds: this.#machine.ends,
      function: hasModes ? null : view.functionCode,
      cycleState: cycleStateOf(cycleState) ?? null,
      mode: hasModes ? view.mode(0) : null,
      modeZone2: zones.length > 1 ? view.mode(1) : null,
      program: zones[0]?.program ?? null,
    };
  }

  /** Lives on to this instant, in one step. */
  stepTo(true_ms: number): void {
    const s = this.state;
    const dt_s = ((true_ms - s.true_ms) / second_ms) * this.#pace;
    if (dt_s <= 0) return;
    const longest_s = this.#chambers.isMoving ? busyStep_s : idleStep_s;
    for (let left_s = dt_s; left_s > 1e-6; left_s -= longest_s) this.#chambers.pass(Math.min(left_s, longest_s));
    s.true_ms = true_ms;
    growFaults(this.faults, dt_s);
    this.#machine.turnDay();
    this.#machine.read();
    this.#controller.advance();
    this.#lookForAlarms();
    if (s.light.on && s.time_s - s.light.since_s >= lightOff_s) s.light = { on: false, since_s: s.time_s };
  }

  /** Whether a command could be carried out now: a reason against it, or the act itself. */
  prepare(name: string, args: Args, command?: string): Prepared {
    if (!this.state.on && !alsoWhenOff.includes(name)) return 'switched_off';
    this.#machine.read();
    const handler = this.#controller.commands[name] ?? this.#shared[name];
    return handler ? handler(args, command) : 'not_compatible';
  }

  /** What a person does at its panel; a reason why not, null when it is done. */
  press(name: string, args: Args = {}): string | null {
    const prepared = this.prepare(name, args);
    if (typeof prepared === 'string') return prepared;
    prepared();
    return null;
  }

  setTimeZone(timeZone: string): void {
    this.#machine.moveTo(timeZone);
  }

  /** The plug was out until this instant: the food warmed up meanwhile, and a cycle goes on or is given up. */
  powerReturned(true_ms: number): void {
    const s = this.state;
    const lost_s = ((true_ms - s.true_ms) / second_ms) * this.#pace;
    const before = warmest(this.readings.core);
    this.#chambers.warmUp(lost_s);
    s.true_ms = true_ms;
    s.light = { on: false, since_s: s.time_s };
    s.trail = [];
    s.memoryFault = this.faults.memory > 0;
    this.#machine.turnDay();
    this.#machine.read();
    this.#controller.powerReturned(lost_s, warmest(this.readings.core) - before);
  }

  #lookForAlarms(): void {
    for (const change of this.#watch.look(this.state.alarms, this.#alarmView))
      this.#machine.report.event({ type: 'alarm', ...change });
    if (this.#machine.isBlocked) this.#controller.blocked();
  }
}

const warmest = (points: readonly (number | null)[]): number =>
  points.reduce<number>((max, point) => Math.max(max, point ?? Number.NEGATIVE_INFINITY), Number.NEGATIVE_INFINITY);

/** Names of the alarms that stand at an appliance. */
export const alarmsOf = ({ state }: Appliance): readonly string[] => activeAlarms(state.alarms);
