/** Openings of the door, by cycle and since the switch was last believed. */

import type { Input } from '../input.ts';
import type { DoorMemory } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';

/** Nothing known yet. */
export const freshDoors = (at: number): DoorMemory => ({
  open: false,
  openedAt: at,
  openings: 0,
  open_ms: 0,
  cycleAt: 0,
  movedAt: at,
  cyclesSince: 0,
  steadySince: null,
});

const steady_K = 3;

/** Takes a fact in. */
export function noteDoors(memory: DoorMemory, unit: UnitView, input: Input): void {
  const { at, cycle, state } = unit;
  if (unit.inCycle && cycle && cycle.startedAt !== memory.cycleAt) {
    Object.assign(memory, { cycleAt: cycle.startedAt, openings: 0, open_ms: 0, openedAt: at });
    memory.cyclesSince += 1;
  }
  const open = state.zones.some(({ door }) => door.since !== null);
  if (open !== memory.open) {
    if (open) Object.assign(memory, { openedAt: at, openings: memory.openings + 1 });
    else memory.open_ms += at - memory.openedAt;
    Object.assign(memory, { open, movedAt: at, cyclesSince: 0, steadySince: null });
  }
  if (input.kind !== 'sample' || !open) return;
  const steady = unit.cell !== null && unit.set !== null && Math.abs(unit.cell - unit.set) <= steady_K;
  memory.steadySince = steady ? (memory.steadySince ?? at) : null;
}

/** How long the door has been open within the cycle, in seconds, the present opening included. */
export const openInCycle_s = ({ open, openedAt, open_ms }: DoorMemory, at: number): number =>
  (open_ms + (open ? at - openedAt : 0)) / 1000;
