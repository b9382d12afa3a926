/**
 * Where the explanations of an alarm stand. Apart from the rows, so that whoever reads only rows and names does not load them: in the
 * browser it is the appliance page alone.
 */

import type { Messages, TextRow } from '../language/messages.ts';
import type { AlarmName } from './alarms.ts';
import { airAlarmMessages } from './rows/air-and-doors.messages.ts';
import { airAlarms } from './rows/air-and-doors.ts';
import { heatAlarmMessages } from './rows/heat-and-water.messages.ts';
import { heatAlarms } from './rows/heat-and-water.ts';
import { powerAlarmMessages } from './rows/power-and-boards.messages.ts';
import { powerAlarms } from './rows/power-and-boards.ts';
import { probeAlarmMessages } from './rows/probes.messages.ts';
import { probeAlarms } from './rows/probes.ts';
import { processAlarmMessages } from './rows/process.messages.ts';
import { processAlarms } from './rows/process.ts';
import { refrigerationAlarmMessages } from './rows/refrigeration.messages.ts';
import { refrigerationAlarms } from './rows/refrigeration.ts';

/** The explanations of one group: `<stem>.meaning` in plain words, `<stem>.causes` by likelihood, `<stem>.technician` what to check. */
export type AlarmExplanations = Messages<Readonly<Record<string, TextRow<string>>>>;

const groups: readonly (readonly [rows: object, explanations: AlarmExplanations])[] = [
  [probeAlarms, probeAlarmMessages],
  [airAlarms, airAlarmMessages],
  [refrigerationAlarms, refrigerationAlarmMessages],
  [heatAlarms, heatAlarmMessages],
  [powerAlarms, powerAlarmMessages],
  [processAlarms, processAlarmMessages],
];

/** The explanations of every group, for a screen that explains whatever alarm comes. */
export const alarmExplanations: readonly AlarmExplanations[] = groups.map(([, explanations]) => explanations);

const explanationsByAlarm = Object.fromEntries(
  groups.flatMap(([rows, explanations]) => Object.keys(rows).map((name) => [name, explanations])),
) as Readonly<Record<AlarmName, AlarmExplanations>>;

/** The catalogue with the explanations of an alarm, under the stem its row names (S3.12). */
export const explanationsOf = (name: AlarmName): AlarmExplanations => explanationsByAlarm[name];
