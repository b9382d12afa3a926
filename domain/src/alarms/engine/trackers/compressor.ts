/** What the compressor does: runs, starts and duty by the hour, and whether running cools. */

import { hour_ms, minute_ms } from '../../../language/durations.ts';
import type { CompressorMemory, Duty } from '../memory.ts';
import { believed_ms, type UnitView } from '../unit-view.ts';

const slot_ms = 20 * minute_ms;
const slotsKept = 18;
const hoursKept = 6;

/** Nothing known yet. */
export const freshCompressor = (zones: number): CompressorMemory => ({
  running: false,
  runSince: 0,
  cooled: false,
  cools: false,
  failures: [],
  starts: null,
  slots: [],
  sixHours: null,
  threeHours: null,
  hour: { hour: 0, starts: 0, heard: 0 },
  startsBefore: [],
  pulling: Array.from({ length: zones }, () => null),
});

const mostOfHour_ms = 45 * minute_ms;
const coilBelow_K = 3;
const mustCoolIn_ms = 10 * minute_ms;
const failuresWithin_ms = 60 * minute_ms;

/** Takes a sample in. */
export function noteCompressor(memory: CompressorMemory, zones: readonly UnitView[], silent_ms: number): void {
  const unit = zones[0] as UnitView;
  const code = unit.value('compressorState');
  if (code === null) return;
  const { at } = unit;
  const known_ms = silent_ms > believed_ms ? 0 : silent_ms;
  noteWork(memory, unit, code, known_ms);
  noteStarts(memory, unit, code, known_ms);
  noteRun(memory, unit, code, known_ms);
  zones.forEach((zone, index) => {
    const runs =
      code === 1 && !zone.doorOpen && zone.cell !== null && !zone.inhibited('defrost') && !zone.inhibited('powerUp');
    const before = memory.pulling[index] ?? null;
    if (!runs || known_ms === 0) memory.pulling[index] = null;
    else if (before === null) memory.pulling[index] = { since: at, from: zone.cell as number, failing: false };
    else if (at - before.since >= 30 * minute_ms)
      memory.pulling[index] = {
        since: at,
        from: zone.cell as number,
        failing: (zone.cell as number) > before.from - 1,
      };
  });
}

function noteWork(memory: CompressorMemory, unit: UnitView, code: number, known_ms: number): void {
  if (unit.inhibited('defrost') || unit.inhibited('powerUp')) return;
  const number = Math.floor(unit.at / slot_ms);
  let slot = memory.slots.at(-1);
  if (slot?.slot !== number) {
    slot = { slot: number, heard: 0, on: 0, open: 0 };
    memory.slots.push(slot);
    if (memory.slots.length > slotsKept + 1) memory.slots.shift();
    memory.sixHours = dutyOver(memory, number, 18);
    memory.threeHours = dutyOver(memory, number, 9);
  }
  slot.heard += known_ms;
  if (code === 1 && memory.running) slot.on += known_ms;
  if (unit.doorOpen) slot.open += known_ms;
}

/** A start is seen in two samples, or by the counter when it lies between them. */
function noteStarts(memory: CompressorMemory, unit: UnitView, code: number, known_ms: number): void {
  const counter = unit.value('compressorStarts');
  const counted = counter === null || memory.starts === null ? 0 : Math.max(0, Math.min(counter - memory.starts, 60));
  const seen = counter === null && code === 1 && !memory.running ? 1 : 0;
  memory.starts = counter ?? memory.starts;
  const number = Math.floor(unit.at / hour_ms);
  const { hour } = memory;
  if (hour.hour !== number) {
    const follows = hour.hour === number - 1 && hour.heard >= mostOfHour_ms;
    memory.startsBefore = follows ? [...memory.startsBefore, hour.starts].slice(-hoursKept) : [];
    memory.hour = { hour: number, starts: 0, heard: 0 };
  }
  memory.hour.starts += counted + seen;
  memory.hour.heard += known_ms;
}

function noteRun(memory: CompressorMemory, unit: UnitView, code: number, known_ms: number): void {
  const { at } = unit;
  const running = code === 1;
  if (running !== memory.running || (running && known_ms === 0 && memory.runSince !== at)) {
    Object.assign(memory, { running, runSince: at, cooled: false });
  }
  const coil = unit.value('TEvap1');
  memory.cools = running && (coil === null || unit.cell === null || coil <= unit.cell - coilBelow_K);
  if (!running || coil === null || unit.cell === null || unit.inhibited('defrost')) {
    if (running) memory.runSince = at;
    return;
  }
  memory.cooled ||= memory.cools;
  if (at - memory.runSince < mustCoolIn_ms) return;
  if (!memory.cooled)
    memory.failures = [...memory.failures.filter((failed) => failed > at - failuresWithin_ms), at].slice(-2);
  Object.assign(memory, { runSince: at, cooled: false });
}

/** Whether the compressor ran in vain twice within the hour. */
export const runsInVain = ({ failures: [first, second] }: CompressorMemory, at: number): boolean =>
  first !== undefined && second !== undefined && first > at - failuresWithin_ms;

function dutyOver(memory: CompressorMemory, current: number, wanted: number): Duty | null {
  let [heard, on, open] = [0, 0, 0];
  for (const slot of memory.slots) {
    if (slot.slot >= current || slot.slot < current - wanted) continue;
    heard += slot.heard;
    on += slot.on;
    open += slot.open;
  }
  return heard < wanted * slot_ms * 0.8 ? null : { on: on / heard, shut: 1 - open / heard };
}
