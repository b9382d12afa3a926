/**
 * The alarms a unit raises itself: when each rises and clears, and their timers.
 * Severity, and which of them block a cycle, are the domain's rows.
 */
import { type AlarmName, alarms } from '@brina/domain/alarms';

/** What the rows look at. Temperatures °C; a broken probe is null. */
export type AlarmView = {
  readonly inCycle: boolean;
  /** Minutes since the cycle began; 0 outside. */
  readonly cycle_min: number;
  readonly coreEnded: boolean;
  readonly doorOpen: boolean;
  readonly air: number | null;
  /** Movement of the air in the last five minutes. */
  readonly airMoved_K: number;
  readonly points: readonly (number | null)[];
  readonly coil: number | null;
  readonly condenser: number | null;
  readonly compressorOn_s: number;
  readonly compressorLocked: boolean;
  readonly charge: number;
  readonly fanCommand: number;
  readonly fanLoss: number;
  readonly interrupted: boolean;
};

type AlarmRule = {
  readonly raise_s: number | ((view: AlarmView) => number);
  readonly clear_s: number;
  readonly raised: (view: AlarmView) => boolean;
  /** Absent: as soon as it is no longer raised. */
  readonly cleared?: (view: AlarmView) => boolean;
};

const corePoint = (index: number): AlarmRule => ({
  raise_s: 30,
  clear_s: 60,
  raised: (v) => v.inCycle && v.points[index] === null && v.points.some((point) => point !== null),
  cleared: (v) => !v.inCycle || v.points[index] !== null,
});

const nearAir = (view: AlarmView, within_K: number): boolean =>
  view.air !== null && view.points.every((point) => point === null || Math.abs(point - (view.air ?? 0)) < within_K);

/** R744 is watched by its pressure, which a remote unit's own controller does. */
const highPressure = 68;

const rules = {
  cellProbeAlarm: { raise_s: 30, clear_s: 120, raised: (v) => v.air === null },
  coreProbe1Alarm: corePoint(0),
  coreProbe2Alarm: corePoint(1),
  coreProbe3Alarm: corePoint(2),
  coreProbe4Alarm: corePoint(3),
  coreNeedleAlarm: {
    raise_s: 30,
    clear_s: 60,
    raised: (v) => v.coreEnded && v.points.every((point) => point === null),
  },
  coreProbeNotInsertedWarning: {
    raise_s: 120,
    clear_s: 180,
    raised: (v) =>
      v.coreEnded && v.cycle_min >= 3 && v.cycle_min <= 15 && v.airMoved_K >= 3 && nearAir(v, 4) && !v.doorOpen,
    cleared: (v) => !v.inCycle || !nearAir(v, 5),
  },
  openDoorAlarm: {
    raise_s: (v) => (v.inCycle ? 60 : 600),
    clear_s: 10,
    raised: (v) => v.doorOpen,
  },
  evapFanAlarm: {
    raise_s: 30,
    clear_s: 60,
    raised: (v) => v.fanCommand > 0.2 && v.fanLoss >= 0.9,
    cleared: (v) => v.fanLoss < 0.9,
  },
  compressorAlarm: { raise_s: 5, clear_s: 600, raised: (v) => v.compressorLocked },
  highPressureAlarm: {
    raise_s: 30,
    clear_s: 180,
    raised: (v) => v.condenser !== null && v.condenser > highPressure,
    cleared: (v) => v.condenser !== null && v.condenser < 55,
  },
  lowPressureAlarm: {
    raise_s: 120,
    clear_s: 300,
    raised: (v) => v.compressorOn_s >= 180 && v.charge <= 0.35,
    cleared: (v) => v.charge > 0.35,
  },
  evapProbe1Alarm: { raise_s: 60, clear_s: 120, raised: (v) => v.coil === null },
  condenserProbe1Warning: { raise_s: 60, clear_s: 120, raised: (v) => v.condenser === null },
  cycleInterruptedAlarm: { raise_s: 300, clear_s: 0, raised: (v) => v.interrupted },
} as const satisfies { readonly [Name in AlarmName]?: AlarmRule };

/** Name of an alarm a unit raises. */
export type UnitAlarm = keyof typeof rules;

/** State of one alarm: since when its condition to rise, or to clear, has held. */
export type AlarmTimer = { active: boolean; silenced: boolean; since_s: number | null };

/** Timers by name; an alarm that never stirred has none. */
export type AlarmTimers = { [Name in UnitAlarm]?: AlarmTimer };

const entries = Object.entries(rules) as [UnitAlarm, AlarmRule][];

/** An alarm that rose or ended. */
export type AlarmChange = {
  readonly name: UnitAlarm;
  readonly active: boolean;
  readonly severity: 'alarm' | 'warning';
};

/**
 * Moves the timers on to `time_s` (seconds of the process) and tells what rose and what ended.
 * A timer that stops holding starts again from nothing.
 */
export function watchAlarms(timers: AlarmTimers, view: AlarmView, time_s: number): AlarmChange[] {
  const changes: AlarmChange[] = [];
  for (const [name, rule] of entries) {
    const timer = timers[name];
    const active = timer?.active ?? false;
    const holds = active ? (rule.cleared?.(view) ?? !rule.raised(view)) : rule.raised(view);
    if (!holds) {
      if (timer) timer.since_s = null;
      continue;
    }
    const moved: AlarmTimer = timer ?? { active: false, silenced: false, since_s: null };
    timers[name] = moved;
    moved.since_s ??= time_s;
    const wait_s = active ? rule.clear_s : typeof rule.raise_s === 'number' ? rule.raise_s : rule.raise_s(view);
    if (time_s - moved.since_s < wait_s) continue;
    timers[name] = { active: !active, silenced: false, since_s: null };
    changes.push({ name, active: !active, severity: severityOf(name) });
  }
  return changes;
}

const severityOf = (name: UnitAlarm): 'alarm' | 'warning' =>
  ['C', 'A'].includes(alarms[name].severity) ? 'alarm' : 'warning';

/** Names of the alarms that stand. */
export const activeAlarms = (timers: AlarmTimers): UnitAlarm[] =>
  entries.flatMap(([name]) => (timers[name]?.active ? [name] : []));

/** Whether an alarm that stands ends a cycle and forbids a start. */
export const isBlocked = (timers: AlarmTimers): boolean =>
  activeAlarms(timers).some((name) => 'blocks' in alarms[name]);
