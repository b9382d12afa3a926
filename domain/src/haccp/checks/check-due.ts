/**
 * When a core probe has to be checked again. It is a reminder and never a verdict: a probe that was not checked in time has measured what it
 * has measured. Instants in epoch milliseconds. Requirement B2.7.
 */
import { day_ms } from '../../language/durations.ts';

/** Days for which a good check holds, unless the plan that the unit goes by says otherwise. */
export const checkHolds_days = 365;
/** Days that a plan may name. */
export const planChecks_days = { min: 90, max: 730 } as const;

/** So many days before it is due somebody is told, the first one first. */
export const toldBefore_days = [30, 7] as const;

/**
 * Until when a check holds, or the time since a unit is held whose probe was not checked yet: it came as it was calibrated.
 * @param since of the last good check, or of the first day
 * @param holds_days by the plan of the unit
 */
export const checkDueAt = (since: number, holds_days: number = checkHolds_days): number => since + holds_days * day_ms;

/** The last check of a probe, and since when its unit is held. */
export type CheckedSince = {
  readonly last: { readonly at: number; readonly good: boolean } | null;
  readonly heldSince: number;
};

/** When a probe is due: one that was left wrong is so at once. */
export const probeDueAt = ({ last, heldSince }: CheckedSince, holds_days?: number): number =>
  last && !last.good ? last.at : checkDueAt(last?.at ?? heldSince, holds_days);

export const dueStates = ['ok', 'due', 'overdue'] as const;
/** `due`: within the first days in which somebody is told; `overdue`: its time is over. */
export type DueState = (typeof dueStates)[number];

/** How a probe stands that is due at a moment. */
export function dueState(dueAt: number, now: number): DueState {
  if (now > dueAt) return 'overdue';
  return now >= dueAt - toldBefore_days[0] * day_ms ? 'due' : 'ok';
}

/** Which of the tellings is the one of now, in days before it is due; undefined before the first, and when it is over. */
export const tellingOf = (dueAt: number, now: number): (typeof toldBefore_days)[number] | undefined =>
  now > dueAt ? undefined : toldBefore_days.findLast((days) => now >= dueAt - days * day_ms);
