/**
 * Days of a unit as it was when it was sound, and as they are now: condenser approach, duty, defrosts, openings, coil. The baseline
 * never drifts with time, for a rolling one would follow slow fouling.
 */

import { stateCodes } from '../../../appliance/states.ts';
import { day_ms, minute_ms } from '../../../language/durations.ts';
import type { Input } from '../input.ts';
import type { Day, DayMemory } from '../memory.ts';
import { believed_ms, condenserMetrics, type UnitView } from '../unit-view.ts';
import { median } from './median.ts';
import { cleaned } from './upkeep.ts';

const today = (): Pick<DayMemory, 'heard_ms' | 'on_ms' | 'defrost_ms' | 'openings' | 'gaps' | 'gapSum' | 'peaks'> => ({
  heard_ms: 0,
  on_ms: 0,
  defrost_ms: 0,
  openings: 0,
  gaps: 0,
  gapSum: 0,
  peaks: [],
});

/** Nothing known yet. */
export const freshDays = (): DayMemory => ({
  until: 0,
  baseline: [],
  next: null,
  last: [],
  sound: null,
  week: null,
  ...today(),
  run: null,
  peak: null,
  worked_ms: 0,
  restSince: null,
  ambient: null,
  open: false,
});

const baselineDays = 14;
const silentBefore = 7;
const kept = 7;
const settled_ms = 2 * minute_ms;
const longRun_ms = 5 * minute_ms;
const restForAmbient_ms = 30 * minute_ms;
/** A day of which less was heard says nothing. */
const heardAtLeast_ms = 6 * 60 * minute_ms;
/** A new baseline worse than this against the old one is refused. */
const worse_K = 3;
const worseShare = 1.05;
const cleanedFall_K = 4;
const peaksKept = 120;

/** Takes a fact in. */
export function noteDay(memory: DayMemory, unit: UnitView, input: Input, silent_ms: number): void {
  if (
    input.kind === 'maintenance' &&
    (input.what === 'cleaning' || input.what === 'service' || input.what === 'commissioning')
  ) {
    if (memory.sound === null) memory.baseline = [];
    else memory.next = [];
  }
  const open = unit.state.zones.some(({ door }) => door.since !== null);
  if (open && !memory.open) memory.openings += 1;
  memory.open = open;
  if (input.kind !== 'sample') return;
  if (memory.until === 0) memory.until = nextMidnight(unit.at, unit.context.timeZone);
  else if (unit.at >= memory.until) endDay(memory, unit);
  noteWork(memory, unit, silent_ms > believed_ms ? 0 : silent_ms);
}

const { heating } = stateCodes('defrostState');

function noteWork(memory: DayMemory, unit: UnitView, known_ms: number): void {
  const code = unit.value('compressorState');
  if (unit.zoned('defrostState') === heating) memory.defrost_ms += known_ms;
  if (code === null) return;
  const { at } = unit;
  const running = code === 1;
  memory.heard_ms += known_ms;
  if (running && memory.run) {
    memory.on_ms += known_ms;
    memory.worked_ms += known_ms;
  }
  // The compressor's pauses towards the end of a cycle do not make many runs of one.
  if (!running && !(unit.isBlast && unit.inCycle)) endRun(memory);
  if (!running) {
    memory.run = null;
    memory.restSince ??= at;
    const condenser = unit.value('TCondenser1');
    if (condenser !== null && at - memory.restSince > restForAmbient_ms) memory.ambient = condenser;
    return;
  }
  memory.restSince = null;
  memory.run ??= { since: at };
  if (at - memory.run.since < settled_ms) return;
  const approach = approachOf(unit);
  if (approach !== null) memory.peak = Math.max(memory.peak ?? approach, approach);
  const gap = coilGap(unit);
  if (gap === null) return;
  memory.gaps += 1;
  memory.gapSum += gap;
}

function endRun(memory: DayMemory): void {
  const { peak, worked_ms } = memory;
  Object.assign(memory, { peak: null, worked_ms: 0 });
  if (peak !== null && worked_ms >= longRun_ms && memory.peaks.length < peaksKept)
    memory.peaks.push(Math.round(peak * 10) / 10);
}

/** Hottest condenser above the kitchen's air, in K. */
export function approachOf(unit: UnitView): number | null {
  const ambient = unit.value('TAmbient') ?? unit.memory.days.ambient;
  const hottest = hottestCondenser(unit);
  return ambient === null || hottest === null ? null : hottest - ambient;
}

/** The hottest condenser, °C. */
export function hottestCondenser(unit: UnitView): number | null {
  let hottest: number | null = null;
  for (const name of condenserMetrics) {
    const value = unit.value(name);
    if (value !== null && (hottest === null || value > hottest)) hottest = value;
  }
  return hottest;
}

/** Air above the coil while the compressor has run for a while undisturbed, in K; null otherwise. */
export function coilGap(unit: UnitView): number | null {
  const { run } = unit.memory.days;
  if (run === null || unit.at - run.since < settled_ms) return null;
  if (unit.inhibited('defrost') || unit.inhibited('door') || unit.inhibited('powerUp')) return null;
  const coil = unit.value('TEvap1');
  return unit.cell === null || coil === null ? null : unit.cell - coil;
}

function endDay(memory: DayMemory, unit: UnitView): void {
  const long = memory.heard_ms >= heardAtLeast_ms;
  // A blast chiller stands idle for most of the day: its runs are enough.
  if (long || memory.peaks.length > 0) {
    const day: Day = {
      approach: memory.peaks.length === 0 ? null : median(memory.peaks),
      duty: long ? short(memory.on_ms / memory.heard_ms) : null,
      defrost_min: short(memory.defrost_ms / minute_ms),
      openings: memory.openings,
      gap: memory.gaps === 0 ? null : short(memory.gapSum / memory.gaps),
    };
    const before = memory.last.at(-1)?.approach ?? null;
    if (before !== null && day.approach !== null && day.approach <= before - cleanedFall_K)
      cleaned(unit.memory.upkeep, unit);
    memory.last = [...memory.last, day].slice(-kept);
    if (memory.baseline.length < baselineDays) memory.baseline.push(day);
    else if (memory.next) {
      memory.next.push(day);
      if (memory.next.length === baselineDays) adopt(memory, memory.next);
    }
    memory.sound = memory.baseline.length < silentBefore ? null : middle(memory.baseline);
    memory.week = memory.last.length < kept ? null : middle(memory.last);
  }
  Object.assign(memory, today());
  memory.until = nextMidnight(unit.at, unit.context.timeZone);
}

/** A kept state is text: more digits would only make it longer. */
const short = (value: number): number => Math.round(value * 1000) / 1000;

function adopt(memory: DayMemory, next: Day[]): void {
  const [old, young] = [middle(memory.baseline), middle(next)];
  const worse =
    (young.approach ?? 0) > (old.approach ?? Number.POSITIVE_INFINITY) + worse_K ||
    (young.duty ?? 0) > (old.duty ?? Number.POSITIVE_INFINITY) * worseShare;
  if (!worse) memory.baseline = next;
  memory.next = null;
}

const middle = (days: readonly Day[]): Day => {
  const of = (pick: (day: Day) => number | null): number | null => {
    const values = days.map(pick).filter((value) => value !== null);
    return values.length === 0 ? null : median(values);
  };
  return {
    approach: of(({ approach }) => approach),
    duty: of(({ duty }) => duty),
    defrost_min: of(({ defrost_min }) => defrost_min) ?? 0,
    openings: of(({ openings }) => openings) ?? 0,
    gap: of(({ gap }) => gap),
  };
};

/** Whether each of the last so many days was so, against the baseline; false while there are not enough days. */
export function lastDays(memory: DayMemory, count: number, holds: (day: Day, sound: Day) => boolean): boolean {
  const { sound } = memory;
  if (sound === null) return false;
  const days = memory.last.slice(-count);
  return days.length === count && days.every((day) => holds(day, sound));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The next midnight of a time zone, within the hour when its clocks are put forward or back. A zone nobody knows is UTC. */
function nextMidnight(at: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    try {
      clock = new Intl.DateTimeFormat('en', { ...options, timeZone });
    } catch {
      clock = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
    }
    clocks.set(timeZone, clock);
  }
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(at).split(':').map(Number);
  return at - (at % 1000) - ((hours * 60 + minutes) * 60 + seconds) * 1000 + day_ms;
}
