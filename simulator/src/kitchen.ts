/** The kitchen an appliance stands in: its local time and its temperature. */

import { day_ms, hour_ms, second_ms } from '@brina/domain/language/durations';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds a zone is ahead of UTC at an instant. An unknown zone counts as UTC. */
export function zoneOffset_ms(at: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / second_ms) * second_ms;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = {
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const;
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: isZone(timeZone) ? timeZone : 'UTC' });
  formats.set(timeZone, format);
  return format;
}

/** Whether this Node knows the time zone. */
export function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** The last local midnight at or before an instant. */
export const midnightBefore = (at: number, timeZone: string): number => localMidnight(at, timeZone, 0);

/** The first local midnight after an instant. */
export const midnightAfter = (at: number, timeZone: string): number => localMidnight(at, timeZone, 1);

function localMidnight(at: number, timeZone: string, days: number): number {
  const offset = zoneOffset_ms(at, timeZone);
  const local = (Math.floor((at + offset) / day_ms) + days) * day_ms;
  // The offset may differ between the two instants when the clocks change.
  return local - zoneOffset_ms(local - offset, timeZone);
}

/** Weekday of a local day from its midnight: 0 Sunday .. 6 Saturday. */
export const weekdayOf = (midnight: number, timeZone: string): number =>
  new Date(midnight + zoneOffset_ms(midnight, timeZone)).getUTCDay();

/** Temperature of a working kitchen: coolest before dawn, warmest in the late afternoon, °C. */
export function ambientAt(at: number, offset_ms: number): number {
  const hour = ((at + offset_ms) % day_ms) / hour_ms;
  return 25 + 3.5 * Math.sin(((hour - 10.5) / 24) * 2 * Math.PI);
}
