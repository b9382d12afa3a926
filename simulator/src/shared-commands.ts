/** The commands that mean the same on every appliance. */
import type { AlarmName } from '@brina/domain/alarms/alarms';
import { cycleCode } from './appliance-state.ts';
import type { Handler, Machine } from './machine.ts';

/** Sanigen works in air no warmer than this. */
const sanigenMax = 45;

/** What may be done to an appliance that is switched off. */
export const alsoWhenOff: readonly string[] = ['setPower', 'silenceAlarm', 'identify', 'setLight'];

/** Handlers by command. */
export function sharedCommands(machine: Machine): Readonly<Record<string, Handler>> {
  const { state: s } = machine;
  return {
    setPower: ({ on }) => {
      if (on === s.on) return 'already_so';
      if (s.cycleState === cycleCode.running) return 'cycle_running';
      return () => void (s.on = on === true);
    },
    setLight: ({ on }) =>
      on === s.light.on ? 'already_so' : () => void (s.light = { on: on === true, since_s: s.time_s }),
    setSanigen: ({ level }) => {
      if (level !== 0 && s.doors.some(({ open }) => open)) return 'door_open';
      if (level !== 0 && (machine.readings.air[0] ?? 0) > sanigenMax) return 'cell_too_hot';
      return () => void (s.sanigen = { level: level as number, since_s: s.time_s });
    },
    resetDoorCounter: ({ door }) => {
      const index = (door as number) - 1;
      return index in s.doors ? () => void (s.counters.dailyDoorOpenings[index] = 0) : 'not_compatible';
    },
    silenceAlarm: ({ alarm }) => {
      const timer = s.alarms[alarm as AlarmName];
      return timer?.active ? () => void (timer.silenced = true) : 'not_running';
    },
    identify: ({ seconds }) =>
      s.cycleState === cycleCode.running
        ? 'cycle_running'
        : () => void (s.identify_until_s = s.time_s + (seconds as number)),
  };
}
