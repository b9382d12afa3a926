/** Shape of an alarm, and the sets of families the rows name. The rows stand beside it, one file a group; `alarms.ts` joins them. */

import { type FamilyCode, familyCodes } from '../../appliance/families/family-code.ts';
import type { alarmMessages } from '../alarms.messages.ts';
import type { AlarmSeer } from '../engine/interval.ts';

/**
 * C critical, food or people at risk now · A a function is lost · W act today · N notice. C and A stand in the live section `alarms`,
 * W and N in `warnings`.
 */
export const severities = ['C', 'A', 'W', 'N'] as const;
export type Severity = (typeof severities)[number];

type TextKey = keyof (typeof alarmMessages)['texts'];

/** What the keys of an alarm's texts begin with. */
export type AlarmStem = TextKey extends infer K ? (K extends `${infer Stem}.name` ? Stem : never) : never;

/** Key of a thing to do, said once and combined by the rows. */
export type AlarmAction = TextKey extends infer K ? (K extends `do.${infer Action}` ? Action : never) : never;

/**
 * Time in which the server's timer of an alarm stands still: around a defrost, around an open door, from power-up or a change of
 * set-point until the chamber has followed, in stand-by (switched off, or a cabinet or prover in its mode of that name), only while
 * switched off, in a service visit or test, and outside a cycle.
 */
export type Inhibition = 'defrost' | 'door' | 'powerUp' | 'standby' | 'off' | 'service' | 'cycleOnly';

/** How a person is told; absent: the alarm only stands in the list. */
export type AlarmChannel = 'push' | 'mail' | 'both';

/** One alarm. */
export type AlarmRow = {
  readonly severity: Severity;
  /** Who raises it: the unit, the server, or whichever sees it first. */
  readonly by: AlarmSeer | 'both';
  /** Whether it speaks of a unit, of a whole laboratory, or of whichever the evidence points to. */
  readonly scope: 'unit' | 'laboratory' | 'either';
  /** Families that can raise it; a unit without the part concerned never does. */
  readonly families: readonly FamilyCode[];
  /**
   * What it means for the food record, whose verdict no alarm changes by itself: none · flag printed beside it · NP what it speaks of
   * proves nothing meanwhile, which the record shows by itself as a gap, a flag or a value that is missing · EX an excursion that
   * opens a corrective action.
   */
  readonly record: 'none' | 'flag' | 'NP' | 'EX';
  /** Points of the needles that count for nothing in a record while it is on: the one that it is numbered after, or every one. */
  readonly silences?: 'itsPoint' | 'everyPoint';
  /** Inhibitions of its own; `inhibitionsOf` adds the one that follows from who raises it. */
  readonly inhibit: readonly Inhibition[];
  /** Who is told when it is raised; the owner later if it has lasted so long. */
  readonly notify: {
    readonly kitchen?: AlarmChannel;
    readonly owner?: AlarmChannel;
    readonly ownerAfter_min?: number;
    readonly service?: AlarmChannel;
  };
  /** It is evidence of wear, told as maintenance rather than as an alarm. */
  readonly maintenance?: true;
  /**
   * What its texts begin with, where that is not its own name: `<stem>.name` in `alarms.messages.ts`; `.meaning`, `.causes` and
   * `.technician` in the file of its group. A numbered alarm's name shows its `n`.
   */
  readonly text?: AlarmStem;
  /** Number of the probe, for the name. */
  readonly n?: number;
  /** What to do, in this order: the food first. */
  readonly actions: readonly AlarmAction[];
  /** Ends a running cycle as interrupted and refuses a start. */
  readonly blocks?: true;
};

/** Families an alarm may name: all six, and the three of blast chillers. */
export const everyFamily: readonly FamilyCode[] = familyCodes;
export const blastChillers = ['MF', 'EF', 'SF'] as const satisfies readonly FamilyCode[];

/** Holding cabinets and the prover: chambers that hold a temperature for days. */
export const holdingFamilies = ['CP', 'MYA', 'PL'] as const satisfies readonly FamilyCode[];

/** Families with models that can raise the humidity, and families that can heat their chamber. */
export const humidityFamilies = ['MF', 'CP', 'MYA', 'PL'] as const satisfies readonly FamilyCode[];
export const heatingFamilies = ['MF', 'MYA', 'PL'] as const satisfies readonly FamilyCode[];
