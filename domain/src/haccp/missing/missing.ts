/** What a book of food records lacks, and what a person may say of it (B2.11). */

import { day_ms } from '../../language/durations.ts';
import { dayAfter } from '../../language/local-day.ts';

/**
 * What can be missing. `batch`: a weekday on which a unit usually has a cycle, without one. `warmLoad`: food that was cooled, and no cycle
 * says how (`warm-loads.ts`). `look`, `product`, `lot`: what the plan demands
 * of a day, or of a batch, and nobody did or entered. `coverage`: a day that is known by too little, and whose verdict says something else.
 * `verification`: a corrective action that was done, and that no second person has checked, whom the plan demands.
 * A run without a valid needle is none of these: its record says so by its verdict, and waits for an action.
 */
export const missingKinds = ['batch', 'warmLoad', 'look', 'product', 'lot', 'coverage', 'verification'] as const;
export type MissingKind = (typeof missingKinds)[number];

/** Why something is missing. */
export const missingReasons = ['CLOSED', 'HOLIDAY', 'NOT_USED', 'BY_HAND', 'OTHER'] as const;
export type MissingReason = (typeof missingReasons)[number];

/** What is told of what is missing: a reason that somebody gave, or that it was done late, which nobody has to say. */
export const missingTold = [...missingReasons, 'LATE'] as const;
export type MissingTold = (typeof missingTold)[number];

/**
 * What no closed kitchen explains, so that it is explained by itself alone. Food that was put in says that the kitchen worked and the unit was
 * used; an action that was done, that somebody was there.
 */
export const isExplainedAlone = (kind: MissingKind): boolean => kind === 'warmLoad' || kind === 'verification';

/** Whether a reason can be why something is missing: what is explained alone was recorded by hand, or is told of in words. */
export const explains = (reason: MissingReason, kind: MissingKind): boolean =>
  !isExplainedAlone(kind) || reason === 'BY_HAND' || reason === 'OTHER';

/** So long after something was done a second person has to look at it. */
export const verifiedWithin_ms = day_ms;

/** What is none of the reasons needs so many characters. */
export const missingText_min = 5;

/** A day is known well enough by this share of its time, %. */
export const coverage_min = 90;

/** A weekday is a usual one when so many of the four before it had a batch. */
const usual = { of: 4, min: 3 } as const;

/** Batches of so many days before a day say whether its weekday is a usual one. */
export const usualDays = usual.of * 7;

/** What a unit has not told so long after the end of a day, it is not waited for any more. */
const waitsForUnit_ms = day_ms;

/** The day so many days before another. */
export const dayBefore = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T12:00Z`) - days * day_ms).toISOString().slice(0, 10);

/** The days of a calendar between two, both included; none where the first is after the last. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

/**
 * Days on which a unit usually has a batch and had none: at least three of the four same weekdays before had one. Days of a calendar,
 * `2026-03-29`. A day that is missed is no batch to the weeks after it: twice missed, a weekday is no usual one any more.
 * @param withBatch the days on which a batch of the unit began, of four weeks before the first at least
 */
export const missedDays = (withBatch: ReadonlySet<string>, days: readonly string[]): string[] =>
  days.filter((day) => !withBatch.has(day) && weeksWith(withBatch, day) >= usual.min);

const weeksWith = (withBatch: ReadonlySet<string>, day: string): number =>
  Array.from({ length: usual.of }, (_, week) => dayBefore(day, 7 * (week + 1))).filter((one) => withBatch.has(one))
    .length;

/** How far it is known what a unit did: when it told something last, epoch ms, and whether all came that it had before. */
export type Telling = { at: number; isWhole: boolean };

/**
 * Whether it is known that a unit did nothing until a moment: it has told of later ones and holds nothing back, or was waited for.
 * @param end of the day, and `now`: epoch ms
 * @param told undefined: it never told anything
 */
export const isKnown = (end: number, told: Telling | undefined, now: number): boolean =>
  now >= end + waitsForUnit_ms || (now >= end && told !== undefined && told.isWhole && told.at >= end);
