/** Everything an appliance knows of itself: plain data, so that it survives its process. Two times flow in it: `true_ms`, which stamps
 * the facts, and `time_s`, the seconds of the process, which run `pace` times faster. */

import { doorsOf, type ModelRow, zonesOf } from '@brina/domain/appliance/families/family';
import { stateCodes } from '@brina/domain/appliance/states';
import type { PhasePlan, StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { followWindow_ms } from '@brina/domain/haccp/needle-in-air';
import { second_ms } from '@brina/domain/language/durations';
import { type ChamberBuild, type ChamberState, newChamber } from '@brina/domain/thermal/chamber';
import type { AlarmTimers } from './alarm-timers.ts';
import { type DefrostState, newDefrost } from './defrost.ts';
import { ambientAt, midnightAfter, zoneOffset_ms } from './kitchen.ts';

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
  /** When all but the holding is to be over; null: as long as it takes. A phase that ends by itself waits for it. */
  ready_s: number | null;
  /** Number of the cycle of the library; null or absent: none. */
  readonly cycleId?: number | null;
};

/** Codes of `cycleState`. */
export const cycleCode = stateCodes('cycleState');

/** Seconds between the marks of the trail, and how many it has: over so long a needle in air is looked for. */
export const mark_s = 30;
export const trailLength = followWindow_ms / second_ms / mark_s;

/** Counters since new, or since local midnight. */
export type Counters = {
  energy_Wh: number;
  working_s: number;
  compressor_s: number;
  compressorStarts: number;
  steam_s: number;
  cycles: number;
  /** By door. */
  doorOpenings: number[];
  dailyDoorOpenings: number[];
  dailyDoor_s: number;
  dailyDefrosts: number;
};

/** What is set in a zone, and how it defrosts. A blast chiller has one, without a mode. */
export type Zone = {
  mode: number;
  /** Program of an automatic mode. */
  program: number | null;
  /** Set by a person; null: what the mode or the phase says. */
  air: number | null;
  /** The same of humidity; `off`: not controlled. */
  rh: number | 'off' | null;
  /** Speed of the fan in %, where a mode brings it. */
  fan: number | null;
  /** The air has been near its set-point since that was chosen. */
  steady: boolean;
  /** Mode to go back to after a defrost. */
  before: number | null;
  defrost: DefrostState;
};

/** What a cycle does, in the numbering of its family. */
export type Done = Pick<StartCycleArgs, 'function' | 'sanigen' | 'trays'> & { readonly phases: readonly PhasePlan[] };

/** A cycle in a place of the panel's favourites. */
export type Slot = Done & {
  /** Number in the library; null: made at the panel. */
  readonly id: number | null;
  /** Version in the library; 0 of what was made at the panel. */
  readonly v: number;
  readonly h: string;
  readonly title: string;
  /** It was made or changed at the panel: the portal has to be told what it does. */
  readonly isOwn: boolean;
};

/** What is in the places of the favourites, by their number. `ver`: of the portal's wish that was seen last. */
export type FavouritesState = { ver: number; slots: Record<string, Slot> };

/** The timer of a tray or trolley. `since_s` counts in seconds of the process, `from_ms` by the true clock. */
export type TrayTimer = {
  readonly runId: string;
  readonly tray: number;
  readonly min: number;
  readonly product: string | null;
  readonly needle: number | null;
  readonly since_s: number;
  readonly from_ms: number;
  done: boolean;
};

/** Everything an appliance knows of itself. */
export type ApplianceState = {
  true_ms: number;
  time_s: number;
  /** Switched on; off, it stands by and drives nothing. */
  on: boolean;
  chambers: ChamberState[];
  zones: Zone[];
  doors: { open: boolean; since_s: number }[];
  light: { on: boolean; since_s: number };
  sanigen: { level: number; since_s: number };
  identify_until_s: number;
  cycleState: number;
  /** When a stopped cycle falls back to standby. */
  settles_s: number | null;
  run: Run | null;
  lastRunId: string | null;
  alarms: AlarmTimers;
  /**
   * What was measured lately of the air and in the needles, a mark each half minute: of a needle its innermost point that measures.
   * Absent where the needle is dead or there is none; `second`, of a trolley unit, also in marks that knew one needle.
   */
  trail: { readonly air: number; readonly tip?: number; readonly second?: number }[];
  /** What a frozen probe goes on showing. */
  frozen: Record<string, number>;
  counters: Counters;
  midnight_ms: number;
  /** A checksum was wrong at the last start. */
  memoryFault: boolean;
  /** What a blast chiller keeps in the places of its panel; null: as it leaves the factory. */
  favourites?: FavouritesState | null;
  /** Timers of trays or trolleys in the run that goes on. */
  timers?: TrayTimer[];
  /** Rises with each change of what is told of the panel. */
  panelChanges: number;
  /** A proofing plan that repeats: its arguments, and whether the door was opened since it ended. */
  repeats: { readonly args: Readonly<Record<string, unknown>>; armed: boolean } | null;
};

/** An appliance that was never switched on; `modes` of its zones. */
export function newState(
  model: ModelRow,
  build: ChamberBuild,
  modes: readonly number[],
  true_ms: number,
  timeZone: string,
): ApplianceState {
  const zones = zonesOf(model);
  const doors = doorsOf(model);
  const ambient = ambientAt(true_ms, zoneOffset_ms(true_ms, timeZone)) - 2;
  const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  return {
    true_ms,
    time_s: 0,
    on: true,
    chambers: times(zones, () => newChamber(build, ambient)),
    zones: times(zones, (index) => ({
      mode: modes[index] ?? modes[0] ?? 0,
      program: null,
      air: null,
      rh: null,
      fan: null,
      steady: false,
      before: null,
      defrost: newDefrost(),
    })),
    doors: times(doors, () => ({ open: false, since_s: 0 })),
    light: { on: false, since_s: 0 },
    sanigen: { level: 0, since_s: 0 },
    identify_until_s: 0,
    cycleState: cycleCode.standby,
    settles_s: null,
    run: null,
    lastRunId: null,
    alarms: {},
    trail: [],
    frozen: {},
    counters: {
      energy_Wh: 0,
      working_s: 0,
      compressor_s: 0,
      compressorStarts: 0,
      steam_s: 0,
      cycles: 0,
      doorOpenings: times(doors, () => 0),
      dailyDoorOpenings: times(doors, () => 0),
      dailyDoor_s: 0,
      dailyDefrosts: 0,
    },
    midnight_ms: midnightAfter(true_ms, timeZone),
    memoryFault: false,
    panelChanges: 0,
    repeats: null,
  };
}
