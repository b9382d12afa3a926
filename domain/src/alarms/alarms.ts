/**
 * Alarms, one row each (S3.12, S3.29), by their name on the wire. The rows stand in `alarms/`, one file a group; thresholds and delays
 * are the unit's and the alarm engine's.
 */
import { corePoints } from '../appliance/metrics.ts';
import { airAlarms } from './rows/air-and-doors.ts';
import type { AlarmAction, AlarmRow, AlarmStem, Inhibition } from './rows/alarm-row.ts';
import { heatAlarms } from './rows/heat-and-water.ts';
import { powerAlarms } from './rows/power-and-boards.ts';
import { probeAlarms } from './rows/probes.ts';
import { processAlarms } from './rows/process.ts';
import { refrigerationAlarms } from './rows/refrigeration.ts';

const rows = {
  ...probeAlarms,
  ...airAlarms,
  ...refrigerationAlarms,
  ...heatAlarms,
  ...powerAlarms,
  ...processAlarms,
} as const;

/** Name of an alarm on the wire. */
export type AlarmName = keyof typeof rows;

/** Every alarm this version knows. */
export const alarms: Readonly<Record<AlarmName, AlarmRow>> = rows;

/** Whether a received name is an alarm this version knows; an unknown one is stored and shown under its own name. */
export const isAlarm = (name: string): name is AlarmName => Object.hasOwn(alarms, name);

/** What the texts of an alarm begin with. */
export const stemOf = (name: AlarmName): AlarmStem => alarms[name].text ?? (name as AlarmStem);

/** The live section an alarm belongs to (S4.10). An unknown name follows its ending. */
export const liveSectionOf = (name: string): 'alarms' | 'warnings' => {
  if (!isAlarm(name)) return name.endsWith('Warning') ? 'warnings' : 'alarms';
  const { severity } = alarms[name];
  return severity === 'W' || severity === 'N' ? 'warnings' : 'alarms';
};

/** How grave what is on is, in the words that people read everywhere: food or a function lost, a function at fault, care that is due. */
export const grades = ['alarm', 'warning', 'upkeep'] as const;
export type Grade = (typeof grades)[number];

/** The grade of an alarm by its name on the wire: of the live section `warnings` what is evidence of wear or dirt is upkeep. */
export function gradeOf(name: string): Grade {
  if (liveSectionOf(name) === 'alarms') return 'alarm';
  return isAlarm(name) && alarms[name].maintenance ? 'upkeep' : 'warning';
}

/**
 * When the server's timer of an alarm stands still: the row's own inhibitions, and a service visit or test unless food or people
 * are at risk. What a unit raises itself is never held back.
 */
export const inhibitionsOf = ({ severity, by, inhibit }: AlarmRow): readonly Inhibition[] =>
  by !== 'unit' && severity !== 'C' ? [...inhibit, 'service'] : inhibit;

/**
 * The points of needles whose values count for nothing in a food record while an alarm is on, as indices of `corePoints`; of every one a
 * model has as many as it has. Empty for an alarm that silences none, or that this version does not know.
 */
export function pointsSilencedBy(name: string): readonly number[] {
  if (!isAlarm(name)) return [];
  const { silences, n } = alarms[name];
  if (silences === undefined) return [];
  return [...corePoints.keys()].filter((index) => silences === 'everyPoint' || index + 1 === n);
}

/** Who can act on an alarm. */
export type Actor = 'kitchen' | 'electrician' | 'service';

const actorOf: Readonly<Partial<Record<AlarmAction, Actor>>> = {
  callElectrician: 'electrician',
  serviceNow: 'service',
  serviceToday: 'service',
  serviceNextVisit: 'service',
};

/** Who should act first: whoever the first thing to do is for, once it is said that the food is not at risk. */
export const whoActs = ({ actions }: Pick<AlarmRow, 'actions'>): Actor => {
  const first = actions.find((action) => action !== 'noRisk');
  return (first && actorOf[first]) ?? 'kitchen';
};
