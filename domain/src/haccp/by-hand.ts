import { day_ms, hour_ms, minute_ms } from '../language/durations.ts';

/** A clock of a phone may be wrong by this much: what is said to be ahead by less is of now. */
export const clockOff_ms = 5 * minute_ms;
/** Why something that was said is corrected takes a word or two. */
export const correctionReason_min = 5;

/** Food is measured before it is put in, but not longer. */
const before_ms = hour_ms;
/** What was chilled is measured again in the cold room, at most so long after its record: later it says nothing of it. */
const after_ms = 3 * day_ms;

/** Whether a moment is before what a record can tell of: more than an hour before it began. Epoch ms. */
export const isBeforeRecord = (at: number, began: number): boolean => at < began - before_ms;

export type ReadingFault = 'reading_in_future' | 'time_not_of_record';

/**
 * What is wrong with the moment of a reading by hand (B2.7): it is of the time from an hour before its record began to 72 hours after its
 * end, and not ahead of now.
 * @param at and the others: epoch ms; `ended` null: it goes on
 */
export function readingFault(
  at: number,
  { began, ended }: { began: number; ended: number | null },
  now: number,
): ReadingFault | undefined {
  if (at > now + clockOff_ms) return 'reading_in_future';
  const isLate = ended !== null && at > ended + after_ms;
  return isLate || isBeforeRecord(at, began) ? 'time_not_of_record' : undefined;
}
