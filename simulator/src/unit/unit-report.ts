/** What a person, or a test, sees of a simulated unit. */
import { alarmsOf } from '../appliance.ts';
import type { Slot } from '../appliance-state.ts';
import type { Member } from '../fleet.ts';

/** What a unit shows of itself. */
export type UnitReport = {
  readonly serial: string;
  readonly name: string;
  readonly model: string;
  /** It lives in the present; before, it produces its past and nobody can touch it. */
  readonly live: boolean;
  readonly connected: boolean;
  readonly linkUp: boolean;
  readonly plugIn: boolean;
  readonly boot: number;
  /** Up to which instant it has lived, epoch ms. */
  readonly upTo: number;
  readonly clockError_s: number | null;
  readonly air: number | null;
  readonly core: readonly (number | null)[];
  readonly set: number | null;
  readonly cycleState: number;
  readonly function: number | null;
  readonly phase: number;
  readonly runId: string | null;
  /** Codes of the phases of what runs, in order, and the minutes from its start to when it is to be ready; null: it takes its time. */
  readonly plan: readonly number[];
  readonly planned_min: number | null;
  readonly zones: readonly ZoneReport[];
  readonly humidity: number | null;
  /** Level on the common scale, 0 not active. */
  readonly sanigen: number;
  readonly defrost: number;
  /** Name of the command that waits for somebody at the panel. */
  readonly asked: string | null;
  /** Planned starts that wait at the panel, by the command that proposed each. */
  readonly proposals: readonly { readonly command: string; readonly title: string; readonly at: string }[];
  /** What is in the places of the panel's favourites, and minutes left of the timers of trays, by number. */
  readonly favourites: Readonly<Record<string, Slot>>;
  readonly timers: Readonly<Record<string, number>>;
  /** Number of the cycle of the library that runs. */
  readonly cycleId: number | null;
  readonly doorOpen: boolean;
  /** Openings of each door since its counter was reset. */
  readonly doorOpenings: readonly number[];
  readonly load_kg: number | null;
  readonly energy_Wh: number;
  readonly alarms: readonly string[];
  readonly faults: Readonly<Record<string, unknown>>;
  readonly outbox: { readonly log: string; readonly next: number; readonly messages: number; readonly samples: number };
};

/** A zone: its mode and program, its air, and the set-points in force; null: not controlled. */
export type ZoneReport = {
  readonly mode: number;
  readonly program: number | null;
  readonly air: number | null;
  readonly set: number | null;
  readonly humiditySet: number | null;
};

/** What a unit shows of itself now. */
export function reportOf({ row, unit }: Member): UnitReport {
  const { appliance, outbox } = unit;
  const { state, readings, view } = appliance;
  const { run } = state;
  const readyAfter_s = run?.ready_s == null ? null : run.ready_s - run.started_s;
  return {
    serial: unit.serial,
    name: row.name,
    model: row.model,
    live: unit.live,
    connected: unit.connected,
    linkUp: unit.linkUp,
    plugIn: unit.plugIn,
    boot: unit.boot,
    upTo: Math.round(unit.true_ms),
    clockError_s: unit.clockError_s,
    air: readings.air[0] ?? null,
    core: readings.core,
    set: view.set(0),
    cycleState: state.cycleState,
    function: run?.function ?? null,
    phase: view.phaseCode,
    runId: state.lastRunId,
    plan: run?.plan.map(({ phase }) => phase) ?? [],
    planned_min: readyAfter_s === null ? null : Math.round(readyAfter_s / 60),
    zones: state.zones.map(({ mode, program }, index) => ({
      mode,
      program,
      air: readings.air[index] ?? null,
      set: view.set(index),
      humiditySet: view.humiditySet(index),
    })),
    humidity: readings.humidity,
    sanigen: state.sanigen.level,
    defrost: view.defrost(0),
    asked: unit.asked,
    proposals: unit.proposals.map(({ id, args }) => ({ command: id, title: String(args.title), at: String(args.at) })),
    favourites: appliance.panel?.favourites.slots ?? {},
    timers: appliance.panel?.timers.left_min ?? {},
    cycleId: run?.cycleId ?? null,
    doorOpen: state.doors.some(({ open }) => open),
    doorOpenings: state.counters.dailyDoorOpenings,
    load_kg: state.chambers[0]?.load?.mass_kg ?? null,
    energy_Wh: Math.floor(state.counters.energy_Wh),
    alarms: alarmsOf(appliance),
    faults: unit.faults,
    outbox: { log: outbox.log, next: outbox.next, messages: outbox.fill.messages, samples: outbox.fill.samples },
  };
}
