/**
 * Alarms, one row each (S3.12, S3.29), by their name on the wire. Thresholds and delays of those the unit raises live in the unit;
 * the texts stand in `alarms.messages.ts` under the row's `text`.
 */
import type { alarmMessages } from './alarms.messages.ts';
import type { FamilyCode } from './families/family-code.ts';

/**
 * C critical, food or people at risk now · A a function is lost · W act today · N notice. C and A stand in the live section `alarms`,
 * W and N in `warnings`.
 */
export type Severity = 'C' | 'A' | 'W' | 'N';

type TextKey = keyof (typeof alarmMessages)['texts'];
type TextStem = TextKey extends infer K ? (K extends `${infer Stem}.name` ? Stem : never) : never;

/** Key of a thing to do, said once and combined by the rows. */
export type AlarmAction = TextKey extends infer K ? (K extends `do.${infer Action}` ? Action : never) : never;

/** One alarm. */
export type AlarmRow = {
  readonly severity: Severity;
  /** Who raises it: the unit, the server, or whichever sees it first. */
  readonly by: 'unit' | 'server' | 'both';
  readonly families: readonly FamilyCode[];
  /**
   * Effect on the food record: none · flag printed, verdict unchanged · NP not proven · EX an excursion that asks for a corrective
   * action.
   */
  readonly record: 'none' | 'flag' | 'NP' | 'EX';
  /** Stem of its texts: `<stem>.name`, `.meaning`, `.causes`, with the value `n` where the alarm is numbered. */
  readonly text: TextStem;
  /** Number of the probe, for the texts. */
  readonly n?: number;
  /** What to do, in this order. */
  readonly actions: readonly AlarmAction[];
  /** Ends a running cycle as interrupted and refuses a start. */
  readonly blocks?: true;
};

const all = ['MF', 'EF', 'SF', 'CP', 'MYA', 'PL'] as const;
const blastChillers = ['MF', 'EF', 'SF'] as const;

const coreProbe = {
  severity: 'A',
  by: 'both',
  families: blastChillers,
  record: 'flag',
  text: 'coreProbeAlarm',
  actions: ['noRisk', 'serviceToday'],
} as const;
const evapProbe = {
  severity: 'A',
  by: 'both',
  families: all,
  record: 'none',
  text: 'evapProbeAlarm',
  actions: ['noRisk', 'serviceToday'],
} as const;
const condenserProbe = {
  severity: 'W',
  by: 'both',
  families: all,
  record: 'none',
  text: 'condenserProbeWarning',
  actions: ['noRisk', 'cleanCondenser', 'serviceNextVisit'],
} as const;

/** Every alarm this version knows. */
export const alarms = {
  cellProbeAlarm: {
    severity: 'C',
    by: 'both',
    families: all,
    record: 'NP',
    text: 'cellProbeAlarm',
    actions: ['moveFood', 'measureCore', 'serviceNow'],
    blocks: true,
  },
  coreProbe1Alarm: { ...coreProbe, n: 1 },
  coreProbe2Alarm: { ...coreProbe, n: 2 },
  coreProbe3Alarm: { ...coreProbe, n: 3 },
  coreProbe4Alarm: { ...coreProbe, n: 4 },
  coreNeedleAlarm: {
    severity: 'A',
    by: 'both',
    families: blastChillers,
    record: 'NP',
    text: 'coreNeedleAlarm',
    actions: ['measureCoreOften', 'keepApart', 'serviceToday'],
  },
  coreProbeNotInsertedWarning: {
    severity: 'W',
    by: 'both',
    families: blastChillers,
    record: 'NP',
    text: 'coreProbeNotInsertedWarning',
    actions: ['insertNeedle', 'measureCore'],
  },
  evapProbe1Alarm: { ...evapProbe, n: 1 },
  evapProbe2Alarm: { ...evapProbe, n: 2 },
  condenserProbe1Warning: { ...condenserProbe, n: 1 },
  condenserProbe2Warning: { ...condenserProbe, n: 2 },
  evapFanAlarm: {
    severity: 'A',
    by: 'unit',
    families: all,
    record: 'flag',
    text: 'evapFanAlarm',
    actions: ['moveFood', 'measureCore', 'lookAtFan', 'serviceNow'],
    blocks: true,
  },
  condFanAlarm: {
    severity: 'A',
    by: 'unit',
    families: all,
    record: 'flag',
    text: 'condFanAlarm',
    actions: ['keepDoorShut', 'freeGrilles', 'serviceNow'],
  },
  openDoorAlarm: {
    severity: 'A',
    by: 'both',
    families: all,
    record: 'flag',
    text: 'openDoorAlarm',
    actions: ['closeDoor', 'keepDoorShut'],
  },
  doorOpenDuringCycleWarning: {
    severity: 'W',
    by: 'server',
    families: blastChillers,
    record: 'flag',
    text: 'doorOpenDuringCycleWarning',
    actions: ['closeDoor', 'planExtraTime', 'measureCore'],
  },
  compressorAlarm: {
    severity: 'C',
    by: 'both',
    families: all,
    record: 'flag',
    text: 'compressorAlarm',
    actions: ['moveFood', 'keepDoorShut', 'cleanCondenser', 'serviceNow'],
    blocks: true,
  },
  highPressureAlarm: {
    severity: 'A',
    by: 'both',
    families: all,
    record: 'flag',
    text: 'highPressureAlarm',
    actions: ['keepDoorShut', 'cleanCondenser', 'freeGrilles', 'serviceToday'],
    blocks: true,
  },
  lowPressureAlarm: {
    severity: 'A',
    by: 'both',
    families: all,
    record: 'flag',
    text: 'lowPressureAlarm',
    actions: ['measureCore', 'loadNoMore', 'serviceNow'],
  },
  blackOutAlarm: {
    severity: 'C',
    by: 'both',
    families: all,
    record: 'NP',
    text: 'blackOutAlarm',
    actions: ['keepDoorShut', 'checkPlug', 'afterOneHour'],
  },
  offlineWarning: {
    severity: 'W',
    by: 'server',
    families: all,
    record: 'NP',
    text: 'offlineWarning',
    actions: ['noRisk', 'readScreen', 'checkPlug'],
  },
  chillTimeExceededAlarm: {
    severity: 'A',
    by: 'server',
    families: blastChillers,
    record: 'EX',
    text: 'chillTimeExceededAlarm',
    actions: ['measureCore', 'keepApart', 'letCycleGoOn'],
  },
  freezeTimeExceededAlarm: {
    severity: 'A',
    by: 'server',
    families: blastChillers,
    record: 'EX',
    text: 'freezeTimeExceededAlarm',
    actions: ['measureCore', 'keepApart', 'letCycleGoOn'],
  },
  cycleInterruptedAlarm: {
    severity: 'A',
    by: 'both',
    families: ['MF', 'EF', 'SF', 'MYA', 'PL'],
    record: 'NP',
    text: 'cycleInterruptedAlarm',
    actions: ['measureCore', 'startAgain', 'keepApart'],
  },
} as const satisfies Readonly<Record<string, AlarmRow>>;

/** Name of an alarm on the wire. */
export type AlarmName = keyof typeof alarms;

/** Whether a received name is an alarm this version knows; an unknown one is stored and shown under its own name. */
export const isAlarm = (name: string): name is AlarmName => Object.hasOwn(alarms, name);

/** The live section an alarm belongs to (S4.10). An unknown name follows its ending. */
export const liveSectionOf = (name: string): 'alarms' | 'warnings' => {
  if (!isAlarm(name)) return name.endsWith('Warning') ? 'warnings' : 'alarms';
  const { severity } = alarms[name];
  return severity === 'W' ? 'warnings' : 'alarms';
};
