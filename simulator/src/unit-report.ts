/** What a person, or a test, sees of a simulated unit. */
import { alarmsOf } from './appliance.ts';
import type { Member } from './fleet.ts';

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
  /** Modes, and air with its set-point, of the zones of a cabinet or a prover. */
  readonly zones: readonly { readonly mode: number; readonly air: number | null; readonly set: number | null }[];
  readonly humidity: number | null;
  readonly defrost: number;
  /** Name of the command that waits for somebody at the panel. */
  readonly asked: string | null;
  readonly doorOpen: boolean;
  readonly load_kg: number | null;
  readonly energy_Wh: number;
  readonly alarms: readonly string[];
  readonly faults: Readonly<Record<string, unknown>>;
  readonly outbox: { readonly log: string; readonly next: number; readonly messages: number; readonly samples: number };
};

/** What a unit shows of itself now. */
export function reportOf({ row, unit }: Member): UnitReport {
  const { appliance, outbox } = unit;
  const { state, readings, view } = appliance;
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
    function: state.run?.function ?? null,
    phase: view.phaseCode,
    runId: state.lastRunId,
    zones: state.zones.map(({ mode }, index) => ({ mode, air: readings.air[index] ?? null, set: view.set(index) })),
    humidity: readings.humidity,
    defrost: view.defrost(0),
    asked: unit.asked,
    doorOpen: state.doors.some(({ open }) => open),
    load_kg: state.chambers[0]?.load?.mass_kg ?? null,
    energy_Wh: Math.floor(state.counters.energy_Wh),
    alarms: alarmsOf(appliance),
    faults: unit.faults,
    outbox: { log: outbox.log, next: outbox.next, messages: outbox.fill.messages, samples: outbox.fill.samples },
  };
}
