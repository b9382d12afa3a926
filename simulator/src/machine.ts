/** What every family's controller works on: the appliance's state, its build, its faults, its readings, and where it reports to. */
import type { EventMessage } from '@brina/contract/devices';
import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import type { PhaseKey } from '@brina/domain/appliance/phases';
import type { PhasePlan } from '@brina/domain/appliance/phase-plan';
import type { RefusalCode } from '@brina/domain/appliance/refusals';
import type { ApplianceState } from './appliance-state.ts';
import type { ChamberBuild, Demand } from './chamber.ts';
import type { BreakableProbe, Faults } from './faults.ts';

/** An event without its head. */
type WithoutHead<E> = E extends unknown ? Omit<E, 'log' | 'seq' | 'boot' | 'at' | 'sent' | 'up'> : never;
export type EventBody = WithoutHead<EventMessage>;

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

/** An appliance as its controller sees it. */
export type Machine = {
  readonly model: ModelRow;
  readonly family: FamilyRow;
  readonly build: ChamberBuild;
  readonly state: ApplianceState;
  readonly faults: Faults;
  readonly report: Report;
  /** Serial number, which staggers what all units do daily. */
  readonly serial: string;
  readonly timeZone: string;
  /** Milliseconds the kitchen is ahead of UTC now. */
  readonly zoneOffset_ms: number;
  readonly readings: Readings;
  readonly ambient: number;
  /** Identity of its n-th cycle, never used again. */
  runId(cycle: number): string;
  /** Whether an alarm that blocks a cycle stands. */
  readonly isBlocked: boolean;
};

/** A command that may be carried out now, or why not. */
export type Prepared = RefusalCode | (() => void);

/** Carries out one command of a family; `command`: id of the message that asked, absent at the panel. */
export type Handler = (args: Readonly<Record<string, unknown>>, command?: string) => Prepared;

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
  readonly functionCode: number;
  /** Codes of `defrostState`. */
  defrost(zone: number): number;
  /** Whether something goes on that is sampled often. */
  readonly isBusy: boolean;
};

/** Code of a phase in the family's numbering, 0 where it has none of that kind. */
export function phaseCode(family: FamilyRow, key: PhaseKey): number {
  const found = Object.entries(family.phases).find(([, phase]) => phase === key);
  return found ? Number(found[0]) : 0;
}

const second = { cell: 'cell2', coil: 'coil2', condenser: 'condenser2' } as const;

/** What the probes show now. */
export function readProbes(state: ApplianceState, faults: Faults): Readings {
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
