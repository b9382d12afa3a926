/**
 * The week of a kitchen's calendar that its people are told about: the last one that is over, from Monday, 07:00 of the kitchen, on. By the
 * clock on its wall, so that days of 23 and 25 hours change nothing. Requirements S3.5, B2.9.
 */
import { localMinute } from '../language/local-minute.ts';
import { dayBefore } from './missing/missing.ts';

/** When a week is told, by the clock of the kitchen. */
export const weekTold_clock = '07:00';

const days = 7;

/** Days of a calendar, `2026-03-23`: a Monday and the Sunday after it. */
export type Week = { readonly from: string; readonly to: string };

/**
 * The week that is told at a moment: on a Monday before seven it is still the one before the last.
 * @param at epoch ms
 * @throws RangeError when the time zone is unknown
 */
export function closedWeek(at: number, timeZone: string): Week {
  const minute = localMinute(at, timeZone);
  const [day, clock] = [minute.slice(0, 10), minute.slice(11)];
  const sinceMonday = (new Date(`${day}T12:00Z`).getUTCDay() + 6) % days;
  const isTold = sinceMonday > 0 || clock >= weekTold_clock;
  const monday = dayBefore(day, sinceMonday + (isTold ? 0 : days));
  return { from: dayBefore(monday, days), to: dayBefore(monday) };
}
