/** Shape of a rule the server evaluates. A row reads as one says it: raised when, for how long; cleared when, for how long. */

import type { MetricName } from '../../appliance/metrics.ts';
import type { AlarmName } from '../alarms.ts';
import type { UnitView } from './unit-view.ts';

export const second = 1;
export const minute = 60;

/** Whether something holds: null is no data, a number is the moment since which it has held. */
export type Finding = boolean | null | number;

/** One rule. Inhibitions, severity and effect on the record are the alarm's row in `alarms.ts`. */
export type AlarmRule = {
  readonly name: AlarmName;
  /** Metrics it reads: a model built without the first of them never raises it; their values are the evidence. */
  readonly reads: readonly MetricName[];
  readonly when: (unit: UnitView) => Finding;
  readonly after_s: number | ((unit: UnitView) => number);
  readonly clear: (unit: UnitView) => boolean | null;
  readonly clearAfter_s: number;
  /** Judged in each zone of a model with two. */
  readonly zones?: true;
  /** Kelvin beyond the limit of the food-safety plan and the temperature that is so far beyond; of alarms with an excursion. */
  readonly beyond?: (unit: UnitView) => readonly [K: number, value: number] | null;
  /** What else explains it. */
  readonly evidence?: (unit: UnitView) => Readonly<Record<string, number | string>>;
};

/** Whether a is above b; null where one of them is not known. */
export const above = (a: number | null, b: number | null): boolean | null => (a === null || b === null ? null : a > b);

/** Whether a is below b; null where one of them is not known. */
export const below = (a: number | null, b: number | null): boolean | null => (a === null || b === null ? null : a < b);

/** A value moved by so much; null stays null. */
export const plus = (a: number | null, b: number): number | null => (a === null ? null : a + b);
