/** Everything of a unit that survives its process, apart from the outbox's own journal, and the file it is kept in. */
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { defaultHeartbeat_ms } from '@brina/domain/appliance/connection';
import type { ApplianceState } from '../appliance-state.ts';
import { type Faults, noFaults } from '../faults.ts';
import type { CommandMemory } from './commands.ts';
import type { PanelAnswers } from './panel.ts';
import type { UnitClock } from './unit-clock.ts';

/** Two places for software: one runs, the other takes the next. */
export type FirmwareSlots = {
  running: { readonly slot: 'A' | 'B'; readonly version: string };
  other: { readonly slot: 'A' | 'B'; readonly version: string | null; readonly state: 'empty' | 'old' | 'new' };
};

/** The board: what a unit is besides its appliance. */
export type BoardState = {
  boot: number;
  booted_ms: number;
  clock: UnitClock;
  /** Server clock minus true clock, as measured over the link. */
  serverOffset_ms: number | null;
  timeZone: string;
  heartbeat_ms: number;
  /** Until then it samples as fast as it can (run-live), epoch ms. */
  runLiveUntil_ms: number;
  twinVersion: number;
  desiredVersion: number;
  /** Whose it is, by the word of the portal; null: it never said. */
  holder: string | null;
  commands: CommandMemory;
  panel: PanelAnswers;
  firmware: FirmwareSlots;
  /** It runs in real time; before, it produces its past. */
  live: boolean;
  faults: Faults;
  /** Hand-set by the control: the cable of the network, the plug in the wall. */
  linkUp: boolean;
  plugIn: boolean;
};

/** Board and appliance. */
export type UnitState = BoardState & { appliance: ApplianceState };

const firmwareVersion = '2.4.1';
const olderFirmware = '2.3.7';

/** A board that never had power. `clockError_ms`: by how much its clock was set wrong in the factory. */
export const newBoard = (
  born_ms: number,
  clockError_ms: number,
  timeZone: string,
  panel: PanelAnswers,
): BoardState => ({
  boot: 0,
  booted_ms: born_ms,
  clock: { isSet: true, offset_ms: clockError_ms, setAt_ms: born_ms },
  serverOffset_ms: null,
  timeZone,
  heartbeat_ms: defaultHeartbeat_ms,
  runLiveUntil_ms: 0,
  twinVersion: 0,
  desiredVersion: 0,
  holder: null,
  commands: { answered: [], asked: null, proposals: [] },
  panel,
  firmware: {
    running: { slot: 'A', version: firmwareVersion },
    other: { slot: 'B', version: olderFirmware, state: 'old' },
  },
  live: false,
  faults: noFaults(),
  linkUp: true,
  plugIn: true,
});

/** What the file holds; null when there is none yet. */
export function readState(path: string): UnitState | null {
  try {
    const [line = ''] = readFileSync(path, 'utf8').split('\n', 1);
    const state = JSON.parse(line) as UnitState;
    // What nobody knew of when it was written is sound.
    return {
      ...state,
      faults: { ...noFaults(), ...state.faults },
      holder: state.holder ?? null,
      commands: { ...state.commands, proposals: state.commands.proposals ?? [] },
      appliance: { ...state.appliance, panelChanges: state.appliance.panelChanges ?? 0 },
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes the state over the one before: a line in one write, which a kill does not cut in two. What a longer one leaves behind the line
 * is not read. A new file renamed into place would be flushed to the disk each time, which takes longer than the life it tells of.
 */
export function writeState(path: string, state: UnitState): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    writeSync(file, `${JSON.stringify(state)}\n`, 0);
  } finally {
    closeSync(file);
  }
}
