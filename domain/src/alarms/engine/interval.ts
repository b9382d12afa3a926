/** An alarm is an interval (S3.12): from the moment its condition became true to the moment it ceased to be. */

import { canonical } from '../../canonical.ts';

/**
 * How far a limit of the food-safety plan was exceeded since it first was: the worst temperature in °C and the kelvin-minutes beyond
 * the limit.
 */
export type Excursion = { readonly since: number; readonly extreme: number; readonly degree_min: number };

/** How an interval stands: seen but not yet sure, on, over, or found to have been a mistake (docs/ALARMS.md). */
export const alarmStates = ['suspected', 'active', 'cleared', 'retracted'] as const;
export type AlarmState = (typeof alarmStates)[number];

/** Who can see an alarm. */
export const alarmSeers = ['unit', 'server'] as const;
export type AlarmSeer = (typeof alarmSeers)[number];

/** One interval of an alarm, as it stands. Who, when and why, for lists, notifications and records. */
export type Interval = {
  readonly name: string;
  /** Of units with two zones; absent for the first or only one. */
  readonly zone?: 2;
  /** The condition was first true. */
  readonly startedAt: number;
  /** Its delay was over: what is notified. Null while it is only suspected. */
  readonly raisedAt: number | null;
  /** The moment at which the condition to clear began. */
  readonly clearedAt: number | null;
  readonly state: AlarmState;
  /** Who saw it, the first one first. */
  readonly by: readonly AlarmSeer[];
  /** The values that raised it, by metric or term. */
  readonly evidence: Readonly<Record<string, number | string>>;
  /** The alarm that explains this one, or `serviceVisit`: it is listed and not notified. Null: it is notified. */
  readonly foldedInto: string | null;
  /** How often it rose within an hour once that was too often; 0: it does not chatter. */
  readonly chattering: number;
  readonly excursion?: Excursion;
};

/** What became of stored intervals when their stretch was computed again. */
export type Reconciled<Of extends Interval = Interval> = {
  /** Alike in every field. */
  readonly kept: readonly Of[];
  /** The same alarm with other facts: it keeps its identity and gets a new revision. */
  readonly changed: readonly { readonly old: Of; readonly now: Of }[];
  readonly appeared: readonly Of[];
  /** No longer true: the old intervals as they were. */
  readonly retracted: readonly Of[];
};

const overlap_ms = (a: Interval, b: Interval): number =>
  Math.min(a.clearedAt ?? Number.MAX_SAFE_INTEGER, b.clearedAt ?? Number.MAX_SAFE_INTEGER) -
  Math.max(a.startedAt, b.startedAt);

/**
 * Matches the intervals of a stretch as they were stored with the same stretch computed again (late data). Intervals of one alarm that
 * overlap are the same one; where one split or several merged, the identity goes to the pair with the longest overlap, of equal ones to
 * that which begins as it did. The order of the two lists does not matter.
 */
export const reconcile = (old: readonly Interval[], now: readonly Interval[]): Reconciled =>
  reconcileBy(old, now, ofOneAlarm);

const ofOneAlarm = (a: Interval, b: Interval): boolean => a.name === b.name && a.zone === b.zone;

/** Whether one interval was told as part of another: what late data split off, or both had merged. */
export const isPartOf = <Of extends Interval>(
  part: Of,
  whole: Of,
  areOfOneAlarm: (a: Of, b: Of) => boolean = ofOneAlarm,
): boolean => areOfOneAlarm(whole, part) && overlap_ms(whole, part) >= 0;

/** The same, where the caller says which intervals are of one alarm. */
export function reconcileBy<Of extends Interval>(
  old: readonly Of[],
  now: readonly Of[],
  areOfOneAlarm: (a: Of, b: Of) => boolean,
): Reconciled<Of> {
  const pairs = old
    .flatMap((before, oldIndex) =>
      now.flatMap((after, nowIndex) => {
        const shared = areOfOneAlarm(before, after) ? overlap_ms(before, after) : -1;
        const moved = before.startedAt === after.startedAt ? 0 : 1;
        return shared < 0 ? [] : [{ before, after, oldIndex, nowIndex, shared, moved }];
      }),
    )
    .sort(
      (a, b) =>
        b.shared - a.shared ||
        a.moved - b.moved ||
        a.before.startedAt - b.before.startedAt ||
        a.after.startedAt - b.after.startedAt,
    );
  const matchedOld = new Set<number>();
  const matchedNow = new Set<number>();
  const kept: Of[] = [];
  const changed: { old: Of; now: Of }[] = [];
  for (const { before, after, oldIndex, nowIndex } of pairs) {
    if (matchedOld.has(oldIndex) || matchedNow.has(nowIndex)) continue;
    matchedOld.add(oldIndex);
    matchedNow.add(nowIndex);
    if (sameInterval(before, after)) kept.push(before);
    else changed.push({ old: before, now: after });
  }
  return {
    kept,
    changed,
    appeared: now.filter((_, index) => !matchedNow.has(index)),
    retracted: old.filter((interval, index) => !matchedOld.has(index) && interval.state !== 'retracted'),
  };
}

/** A stretch that is over and told once more (a hole in the measurements): known since it was told first, as long as it was ever told. */
export function retold(before: Interval, now: Interval): Interval {
  if (before.clearedAt === null || now.clearedAt === null) return now;
  const longer = before.clearedAt >= now.clearedAt ? before : now;
  const raisedAt = Math.min(...[before.raisedAt, now.raisedAt].filter((at) => at !== null));
  return { ...longer, raisedAt: Number.isFinite(raisedAt) ? raisedAt : null };
}

/** Whether two intervals say the same; the order of their fields does not matter. */
const sameInterval = (a: Interval, b: Interval): boolean => canonical(a) === canonical(b);
