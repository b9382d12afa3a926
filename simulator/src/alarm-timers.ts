/** The timers of the alarms a unit raises itself; plain data, which survives a reboot. */
import { type AlarmName, alarms } from '@brina/domain/alarms/alarms';

/** State of one alarm: since when its condition to rise, or to clear, has held. */
export type AlarmTimer = { active: boolean; silenced: boolean; since_s: number | null };

/** Timers by name; an alarm that never stirred has none. */
export type AlarmTimers = { [Name in AlarmName]?: AlarmTimer };

/** Names of the alarms that stand. */
export const activeAlarms = (timers: AlarmTimers): AlarmName[] =>
  (Object.keys(timers) as AlarmName[]).filter((name) => timers[name]?.active);

/** Whether an alarm that stands ends a cycle and forbids a start. */
export function isBlocked(timers: AlarmTimers): boolean {
  for (const name in timers) if (timers[name as AlarmName]?.active && alarms[name as AlarmName].blocks) return true;
  return false;
}
