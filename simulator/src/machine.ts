/** What every family's controller works on: the appliance's state, its build, its faults, its readings, and where it reports to. */
import type { EventBody } from '@brina/contract/devices';
import { families } from '@brina/domain/appliance/families/families';
import type { FamilyRow, ModelRow, ModeRow, Package } from '@brina/domain/appliance/families/family';
import type { PhaseEndKind, PhaseHumidity, PhasePlan } from '@brina/domain/appliance/phase-plan';
import type { RefusalCode } from '@brina/domain/appliance/refusals';
import type { ChamberBuild, Demand } from '@brina/domain/thermal/chamber';
import { isBlocked } from './alarm-timers.ts';
import type { ApplianceState } from './appliance-state.ts';
import type { BreakableProbe, Faults } from './faults.ts';
import { ambientAt, midnightAfter, zoneOffset_ms } from './kitchen.ts';

/** Where an appliance reports to, at the moment something happens. */
export type Report = {
  /** A full sample is due before what follows: the record of a cycle needs the readings at its turning points. */
  sampleNow(): void;
  event(body: EventBody): void;
};

/** What the probes report: °C with one decimal, null when broken; by zone, the needle by point. */
export type Readings = {
  readonly air: readonly (number | null)[];
  readonly coil: readonly (number | null)[];
  readonly condenser: readonly (number | null)[];
  readonly core: readonly (number | null)[];
  readonly humidity: number | null;
};

/** What a machine is made of. */
export type MachineOptions = {
  readonly model: ModelRow;
  readonly unitPackage: Package;
  /** Ends of a phase that its software knows. */
  readonly ends: readonly PhaseEndKind[];
  readonly build: ChamberBuild;
  readonly state: ApplianceState;
  readonly faults: Faults;
  readonly report: Report;
  /** Serial number, which staggers what all units do daily. */
  readonly serial: string;
  readonly timeZone: string;
  /** Identity of its n-th cycle, never used again. */
  readonly runId: (cycle: number) => string;
};

/** An appliance as its controller sees it. */
export class Machine {
  readonly model: ModelRow;
  readonly unitPackage: Package;
  readonly ends: readonly PhaseEndKind[];
  readonly family: FamilyRow;
  readonly build: ChamberBuild;
  readonly state: ApplianceState;
  readonly faults: Faults;
  readonly report: Report;
  readonly serial: string;
  readonly runId: (cycle: number) => string;
  #timeZone: string;
  #zoneOffset_ms: number;
  #readings: Readings;

  constructor({ model, unitPackage, ends, build, state, faults, report, serial, timeZone, runId }: MachineOptions) {
    this.model = model;
    this.unitPackage = unitPackage;
    this.ends = ends;
    this.family = families[model.family];
    this.build = build;
    this.state = state;
    this.faults = faults;
    this.report = report;
    this.serial = serial;
    this.runId = runId;
    this.#timeZone = timeZone;
    this.#zoneOffset_ms = zoneOffset_ms(state.true_ms, timeZone);
    this.#readings = readProbes(state, faults);
  }

  get timeZone(): string {
    return this.#timeZone;
  }

  /** Milliseconds the kitchen is ahead of UTC now. */
  get zoneOffset_ms(): number {
    return this.#zoneOffset_ms;
  }

  /** What the probes showed when they were last read. */
  get readings(): Readings {
    return this.#readings;
  }

  /** Temperature of the kitchen. */
  get ambient(): number {
    return ambientAt(this.state.true_ms, this.#zoneOffset_ms) + this.faults.hotKitchen;
  }

  /** Whether an alarm that blocks a cycle stands. */
  get isBlocked(): boolean {
    return isBlocked(this.state.alarms);
  }

  /** Reads the probes. */
  read(): void {
    this.#readings = this.measure();
  }

  /** What the probes show at this moment; the controller goes on with what it read last. */
  measure(): Readings {
    return readProbes(this.state, this.faults);
  }

  /** The kitchen is in this time zone. */
  moveTo(timeZone: string): void {
    this.#timeZone = timeZone;
    this.#lookAtClock();
  }

  /** Begins a local day when it is time. */
  turnDay(): void {
    const { state } = this;
    if (state.true_ms < state.midnight_ms) return;
    this.#lookAtClock();
    const dailyDoorOpenings = state.doors.map(() => 0);
    Object.assign(state.counters, { dailyDoorOpenings, dailyDoor_s: 0, dailyDefrosts: 0 });
  }

  #lookAtClock(): void {
    const { state } = this;
    this.#zoneOffset_ms = zoneOffset_ms(state.true_ms, this.#timeZone);
    state.midnight_ms = midnightAfter(state.true_ms, this.#timeZone);
  }
}

/** Arguments of a command. */
export type Args = Readonly<Record<string, unknown>>;

/** A command that may be carried out now, or why not. */
export type Prepared = RefusalCode | (() => void);

/** Carries out one command of a family; `command`: id of the message that asked, absent at the panel. */
export type Handler = (args: Args, command?: string) => Prepared;

/** The steering of a family. */
export type Controller = {
  /** What it asks of a zone now. */
  demand(zone: number): Demand;
  /** Looks at what the last step brought: ends of phases and defrosts, clocks. */
  advance(): void;
  /** An alarm that ends cycles has risen. */
  blocked(): void;
  /** Power is back after so many seconds of the process; the nodes have warmed up, the warmest core point by so much. */
  powerReturned(lost_s: number, movedBack_K: number): void;
  /** The commands of this family, beside those every appliance has. */
  readonly commands: Readonly<Record<string, Handler>>;
  readonly view: ControllerView;
};

/** What a controller shows of itself. */
export type ControllerView = {
  /** Phase that runs by a plan; null: none. */
  readonly phase: PhasePlan | null;
  /** Phase code in force, 0 none. */
  readonly phaseCode: number;
  /** Air set-point in force of a zone; null when the air is not controlled. */
  set(zone: number): number | null;
  /** Humidity set-point or limit in force of a zone. */
  humiditySet(zone: number): number | null;
  /** Core target of the phase. */
  readonly coreTarget: number | null;
  mode(zone: number): number;
  /** Whether a zone stands by: switched off, or in the mode of that name, also while it defrosts. */
  standsBy(zone: number): boolean;
  readonly functionCode: number;
  /** Codes of `defrostState`. */
  defrost(zone: number): number;
  /** Whether something goes on that is sampled often. */
  readonly isBusy: boolean;
};

/** Code of a mode in the family's numbering, NaN where it has none of that kind. */
export function modeCode(family: FamilyRow, key: ModeRow['key']): number {
  const found = Object.entries(family.modes).find(([, mode]) => mode.key === key);
  return Number(found?.[0] ?? Number.NaN);
}

/** The set-point or limit of a humidity. */
export const humidityShown = (rh: PhaseHumidity): number | null => (rh === null ? null : 'set' in rh ? rh.set : rh.max);

const second = { cell: 'cell2', coil: 'coil2', condenser: 'condenser2' } as const;

/** What the probes show now. */
function readProbes(state: ApplianceState, faults: Faults): Readings {
  const sound = faults.broken.length === 0 && faults.frozen.length === 0;
  const shown = (probe: BreakableProbe, value: number): number | null => {
    if (sound) return tenth(value);
    if (faults.broken.includes(probe)) return null;
    if (!faults.frozen.includes(probe)) {
      delete state.frozen[probe];
      return tenth(value);
    }
    state.frozen[probe] ??= tenth(value);
    return state.frozen[probe];
  };
  const nameIn = (zone: number, probe: keyof typeof second): BreakableProbe => (zone === 0 ? probe : second[probe]);
  const { chambers } = state;
  const first = chambers[0];
  return {
    air: chambers.map(({ probes }, zone) => shown(nameIn(zone, 'cell'), probes.air + faults.probeDrift)),
    coil: chambers.map(({ probes }, zone) => shown(nameIn(zone, 'coil'), probes.coil)),
    condenser: chambers.map(({ probes }, zone) => shown(nameIn(zone, 'condenser'), probes.condenser)),
    core: first?.probes.core.map((point, i) => shown(`core${i + 1}` as BreakableProbe, point)) ?? [],
    humidity: first ? shown('humidity', first.humidityShown) : null,
  };
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
