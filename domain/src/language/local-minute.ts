/** Minutes of a kitchen's clock as texts, `2026-03-29T06:30`, and the instants they stand for (S1.3). */

import { day_ms, minute_ms } from './durations.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/;

// Intl objects cost far more to make than to use.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/**
 * The minute that a kitchen's clock shows at an instant.
 * @throws RangeError when the time zone is unknown
 */
export const localMinute = (at_ms: number, timeZone: string): string =>
  clockIn(timeZone).format(at_ms).replace(' ', 'T');

/** Minutes since 1970 of a text, read as if it were UTC; null when it is no minute of the calendar. */
function countOf(text: string): number | null {
  const [, year, month, day, hour, minute] = (shape.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const count = Date.UTC(year, month - 1, day, hour, minute);
  const date = new Date(count);
  const isReal = date.getUTCDate() === day && date.getUTCMonth() === month - 1;
  return isReal ? count / minute_ms : null;
}

/** Whether a text is a minute of the calendar, `2026-03-29T06:30`. */
export const isLocalMinute = (text: string): boolean => countOf(text) !== null;

/**
 * The instant at which a kitchen's clock shows a minute. A minute that is skipped when summer time begins moves to the next one that
 * exists; of one that comes twice when it ends, the first is meant (S4.17).
 * @throws RangeError when the text is no minute or the time zone is unknown
 */
export function instantOf(text: string, timeZone: string): number {
  const wanted = countOf(text);
  if (wanted === null) throw new RangeError(`not a local minute: ${text}`);
  const shownAt = (at_ms: number): number => countOf(localMinute(at_ms, timeZone)) ?? wanted;
  const asUtc_ms = wanted * minute_ms;
  // The offsets in force a day before and after: on all but the days of a change they are one and the same.
  const offsets = [asUtc_ms - day_ms, asUtc_ms + day_ms].map((at_ms) => shownAt(at_ms) - at_ms / minute_ms);
  const candidates = offsets.map((offset) => asUtc_ms - offset * minute_ms).sort((a, b) => a - b);
  const found = candidates.find((at_ms) => shownAt(at_ms) === wanted);
  if (found !== undefined) return found;
  // Skipped: the clock jumps somewhere between the two candidates.
  let [before = asUtc_ms, after = asUtc_ms] = candidates;
  while (after - before > minute_ms) {
    const middle = Math.floor((before + after) / 2 / minute_ms) * minute_ms;
    if (shownAt(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}
