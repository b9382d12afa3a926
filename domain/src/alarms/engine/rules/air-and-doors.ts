/** Fans, air and doors. Whether a fan turns only the unit can say. */

import { hour_ms } from '../../../language/durations.ts';
import { type AlarmRule, above, below, minute, plus, second } from '../rule.ts';
import { coilGap, lastDays } from '../trackers/days.ts';
import { openInCycle_s } from '../trackers/doors.ts';
import { batchKind } from '../trackers/process.ts';
import { showing, threeFine } from '../trackers/runs.ts';
import type { UnitView } from '../unit-view.ts';

const openForever_ms = 12 * hour_ms;
const neverOpened_ms = 72 * hour_ms;
const cyclesNeedDoor = 3;

/** Chilling, freezing and heating cycles suffer from an open door. */
const suffersFromDoor = (unit: UnitView): boolean =>
  unit.inCycle &&
  (batchKind(unit) !== null || unit.stage === 'chill' || unit.stage === 'freeze' || unit.stage === 'heat');

const soundGap = ({ memory }: UnitView): number | null => memory.days.sound?.gap ?? null;

/** The last week as it changed against the baseline: duty and defrost time as shares, openings as a share either way. */
function week({ memory }: UnitView): { duty: number; defrost: number; openings: number } | null {
  const { sound, week: now } = memory.days;
  if (!sound || !now || !sound.duty || now.duty === null || sound.defrost_min === 0) return null;
  return {
    duty: now.duty / sound.duty - 1,
    defrost: now.defrost_min / sound.defrost_min - 1,
    openings: sound.openings === 0 ? 0 : now.openings / sound.openings - 1,
  };
}

/** Rules of this group, in the order of its alarms. */
export const airRules: readonly AlarmRule[] = [
  {
    name: 'evapFanWeakWarning',
    reads: [],
    when: ({ memory }) => showing(memory.runs.fan, 6) >= 4,
    after_s: 0,
    clear: ({ memory }) => threeFine(memory.runs.fan),
    clearAfter_s: 0,
  },
  {
    name: 'evapIcedWarning',
    reads: ['TEvap1', 'TCell'],
    when: (unit) => above(coilGap(unit), plus(soundGap(unit), 4)),
    after_s: 60 * minute,
    clear: (unit) => below(coilGap(unit), plus(soundGap(unit), 2)),
    clearAfter_s: 60 * minute,
  },
  {
    name: 'openDoorAlarm',
    reads: ['door'],
    when: ({ doorOpen }) => doorOpen,
    after_s: (unit) => (!unit.isBlast ? 180 * second : unit.inCycle ? 60 * second : 600 * second),
    // Nothing is lost any more once it stands by.
    clear: ({ doorOpen, stage }) => !doorOpen || stage === 'off',
    clearAfter_s: 10 * second,
    zones: true,
  },
  {
    name: 'doorOpenDuringCycleWarning',
    reads: ['door'],
    when: (unit) => {
      const { doors } = unit.memory;
      return suffersFromDoor(unit) && (openInCycle_s(doors, unit.at) > 180 || doors.openings > 4);
    },
    after_s: 0,
    clear: ({ inCycle }) => !inCycle,
    clearAfter_s: 0,
    evidence: ({ memory: { doors }, at }) => ({
      openings: doors.openings,
      open_s: Math.round(openInCycle_s(doors, at)),
    }),
  },
  {
    name: 'doorSwitchWarning',
    reads: ['door'],
    when: ({ at, memory: { doors } }) =>
      (doors.steadySince !== null && at - doors.steadySince > openForever_ms) ||
      (!doors.open && at - doors.movedAt > neverOpened_ms && doors.cyclesSince >= cyclesNeedDoor),
    after_s: 0,
    clear: ({ memory: { doors } }) => !doors.open && doors.cyclesSince === 0,
    clearAfter_s: 0,
  },
  {
    name: 'doorLeakWarning',
    reads: ['door', 'compressorState'],
    when: (unit) => {
      const now = week(unit);
      return now !== null && now.duty >= 0.3 && now.defrost >= 0.25 && Math.abs(now.openings) <= 0.25;
    },
    after_s: 0,
    clear: ({ memory }) =>
      lastDays(
        memory.days,
        3,
        (day, sound) =>
          day.duty !== null &&
          sound.duty !== null &&
          day.duty < sound.duty * 1.1 &&
          day.defrost_min < sound.defrost_min * 1.1,
      ),
    clearAfter_s: 0,
    evidence: (unit) => {
      const now = week(unit);
      return now === null ? {} : { duty: round(now.duty), defrost: round(now.defrost), openings: round(now.openings) };
    },
  },
];

const round = (share: number): number => Math.round(share * 100) / 100;
