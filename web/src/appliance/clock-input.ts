/** Times of day and local minutes as a person types, picks and reads them, in 12 or 24 h (S1.3). */

import { day_min, day_ms, minute_ms } from '@brina/domain/language/durations';
import { localMinute } from '@brina/domain/language/local-minute';

const halfDay_min = day_min / 2;

/** Marks of the two halves of a day in the languages of the interface; the digits stand before or, in Japanese, behind them. */
const morning = /^(a\.?\s?m\.?|午前)$/iu;
const afternoon = /^(p\.?\s?m\.?|午後)$/iu;
const shape = /^(?<before>\D*?)\s*(?<hour>\d{1,2})(?:[:.h]?(?<minute>\d{2}))?\s*(?<after>\D*)$/iu;

/**
 * Reads a typed time: 6:30, 06.30, 630, 6, 6:30 pm, 午後6:30.
 * @returns minutes after midnight; null when it is no time
 */
export function parseClock(text: string): number | null {
  const found = shape.exec(text.normalize('NFKC').trim())?.groups;
  if (!found) return null;
  const hour = Number(found.hour);
  const minute = Number(found.minute ?? 0);
  const half = `${found.before ?? ''}${found.after ?? ''}`.trim();
  if (minute > 59) return null;
  if (half === '') return hour < 24 ? hour * 60 + minute : null;
  const isMorning = morning.test(half);
  if ((!isMorning && !afternoon.test(half)) || hour > 12) return null;
  return ((hour % 12) * 60 + minute + (isMorning ? 0 : halfDay_min)) % day_min;
}

/** The minutes after midnight of a local minute, `2026-03-29T06:30`. */
export const clockOf = (minute: string): number => Number(minute.slice(11, 13)) * 60 + Number(minute.slice(14, 16));

/** The day of a local minute, `2026-03-29`. */
export const dayOf = (minute: string): string => minute.slice(0, 10);

/** A local minute of a day and minutes after midnight. */
export const minuteOf = (day: string, minutes: number): string =>
  `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** Days of a kitchen's calendar from the one at a moment on. */
export function daysFrom(at_ms: number, count: number, timeZone: string): string[] {
  const first = Date.parse(`${dayOf(localMinute(at_ms, timeZone))}T12:00Z`);
  return Array.from({ length: count }, (_, index) => localMinute(first + index * day_ms, 'UTC').slice(0, 10));
}

/** Noon of a calendar day in UTC, to be written in UTC: the day stays the day in every zone. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00Z`);

/** A moment at which every clock shows a time of day, to be written in UTC. */
export const momentOf = (minutes: number): number => minutes * minute_ms;
