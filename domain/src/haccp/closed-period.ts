/**
 * The day, week or month of a calendar that people are told about: the last one that is over, from 07:00 of the day after it on. By the clock
 * on the wall of the kitchen, so that days of 23 and 25 hours change nothing. Requirements S3.5, B2.9.
 */
import { dayAfter } from '../language/local-day.ts';
import { instantOf, localMinute } from '../language/local-minute.ts';
import { dayBefore } from './missing/missing.ts';

/** How often letters about records come, most often first. */
export const letterPeriods = ['day', 'week', 'month'] as const;
export type LetterPeriod = (typeof letterPeriods)[number];

/** Whether letters of a period come more often than those of another. */
export const isMoreOften = (period: LetterPeriod, than: LetterPeriod): boolean =>
  letterPeriods.indexOf(period) < letterPeriods.indexOf(than);

/** When a period is told, by the clock of the kitchen. */
const told_clock = '07:00';

/** Days of a calendar, `2026-03-23`, both included. */
export type Days = { readonly from: string; readonly to: string };

/** The first day of the period in which a day lies: weeks begin on Mondays. */
const firstDay: Readonly<Record<LetterPeriod, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => dayBefore(day, (new Date(`${day}T12:00Z`).getUTCDay() + 6) % 7),
  month: (day) => `${day.slice(0, 8)}01`,
};
/** As many days as the longest period has, and fewer than two of the shortest have together. */
const past: Readonly<Record<LetterPeriod, number>> = { day: 1, week: 7, month: 31 };

function firstDayAfter(period: LetterPeriod, first: string): string {
  let day = first;
  for (let days = 0; days < past[period]; days += 1) day = dayAfter(day);
  return firstDay[period](day);
}

/**
 * The period that is told at a moment: before seven of the day after it, it is still the one before.
 * @param at epoch ms
 * @throws RangeError when the time zone is unknown
 */
export function closedPeriod(at: number, period: LetterPeriod, timeZone: string): Days {
  const minute = localMinute(at, timeZone);
  const [day, clock] = [minute.slice(0, 10), minute.slice(11)];
  const first = firstDay[period](day);
  const isTold = day !== first || clock >= told_clock;
  const running = isTold ? first : firstDay[period](dayBefore(first));
  const to = dayBefore(running);
  return { from: firstDay[period](to), to };
}

/** From when on a period is told, epoch ms. */
export const toldFrom = ({ to }: Pick<Days, 'to'>, timeZone: string): number =>
  instantOf(`${dayAfter(to)}T${told_clock}`, timeZone);

/** When the period is told that comes after the one which is told at a moment: later than that moment. Epoch ms. */
export function nextTold(at: number, period: LetterPeriod, timeZone: string): number {
  const running = dayAfter(closedPeriod(at, period, timeZone).to);
  return toldFrom({ to: dayBefore(firstDayAfter(period, running)) }, timeZone);
}
