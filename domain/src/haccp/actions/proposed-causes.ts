import { minute_ms } from '../../language/durations.ts';
import { probeReasons } from '../verdicts.ts';
import type { ActionCause } from './action.ts';

/** What of a record hints at a cause, a batch's or a day's; what a record lacks is absent. */
export type HintingRecord = {
  verdict?: string;
  reasons?: readonly string[];
  gaps?: readonly { reason: string }[];
  alarms?: readonly { name: string }[];
  doors?: readonly { from: number; to: number | null }[];
  startedAt?: number;
  endedAt?: number | null;
  loaded_C?: number | null;
};

/** Doors that stood open for so long in all let warm air in. */
const doorsOpen_ms = 2 * minute_ms;

const probeAlarm = /^(coreProbe\d|coreNeedle|cellProbe|probe)/;
const powerAlarm = /^(blackOut|mainsVoltage|phase)/;
const doorAlarm = /^(openDoor|doorOpenDuringCycle|doorLeak)/;
const unitAlarm =
  /^(evap|condenser|condFan|compressor|highPressure|lowPressure|dischargeTemp|noCooling|refrigerant|gasLeak|defrost|heater|powerBoard|pullDown)/;

/**
 * Causes that a record speaks for, the most certain first. They are offered, and none is chosen: who was there knows better.
 */
export function proposedCauses(record: HintingRecord): ActionCause[] {
  const { reasons = [], gaps = [], alarms = [], doors = [] } = record;
  const told = (pattern: RegExp): boolean => alarms.some(({ name }) => pattern.test(name));
  const isOfProbe = (reason: string): boolean =>
    (probeReasons as readonly string[]).includes(reason) || ['no_core', 'core_follows_air'].includes(reason);
  const found: readonly (readonly [ActionCause, boolean])[] = [
    ['POWER', told(powerAlarm) || gaps.some(({ reason }) => reason === 'power_lost')],
    ['UNIT', told(unitAlarm)],
    ['DOOR', told(doorAlarm) || doorTime_ms(doors, record.endedAt) >= doorsOpen_ms],
    ['PROBE', told(probeAlarm) || reasons.some(isOfProbe)],
    ['LATE_LOADED', reasons.includes('started_late') || reasons.includes('loaded_hot') || record.loaded_C != null],
    ['PERSON', record.verdict === 'ABORTED'],
    ['TOO_MUCH', reasons.includes('time_exceeded')],
    ['TOO_THICK', reasons.includes('time_exceeded')],
  ];
  return found.flatMap(([cause, speaks]) => (speaks ? [cause] : []));
}

function doorTime_ms(doors: NonNullable<HintingRecord['doors']>, end: number | null | undefined): number {
  return doors.reduce((sum, { from, to }) => sum + Math.max(0, (to ?? end ?? from) - from), 0);
}
