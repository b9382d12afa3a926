/** Days of a kitchen's calendar, `2026-03-29`: from its midnight to the next, 23, 24 or 25 hours. */
import { day_ms } from './durations.ts';
import { instantOf, localMinute } from './local-minute.ts';

/**
 * The day of a kitchen's calendar in which an instant lies.
 * @throws RangeError when the time zone is unknown
 */
export const localDay = (at_ms: number, timeZone: string): string => localMinute(at_ms, timeZone).slice(0, 10);

/** Whether a text is a day: a month has not always as many days as a text can say. */
export function isCalendarDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day after one, whatever its length. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T12:00Z`) + day_ms).toISOString().slice(0, 10);

/**
 * When a day begins and ends. Where midnight is skipped it begins at the first minute that there is.
 * @throws RangeError when the text is no day or the time zone is unknown
 */
export const spanOfDay = (day: string, timeZone: string): { readonly from: number; readonly to: number } => ({
  from: instantOf(`${day}T00:00`, timeZone),
  to: instantOf(`${dayAfter(day)}T00:00`, timeZone),
});
