/**
 * Dates, clock times and durations by language, by the 12 or 24 h preference, in a time zone (S1.3). Instants are
 * epoch milliseconds; nothing here reads a clock.
 */
import { intlTag, type Locale } from './locales.ts';

/** The user's preference. */
export type HoursDisplay = '12h' | '24h';

/** How instants are to be shown; the time zone is the kitchen's, as an IANA name. */
export type TimeFormat = { readonly locale: Locale; readonly hours: HoursDisplay; readonly timeZone: string };

// Intl objects cost far more to make than to use.
const formats = new Map<string, Intl.DateTimeFormat>();

function dateTimeFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(intlTag(locale), options);
  formats.set(key, format);
  return format;
}

/** An ordinary space would break at the end of a line between 3:04 and pm. */
const unbroken = (text: string): string => text.replace(/[ \u202f]/g, '\u00a0');

/** Half past noon is 12:30 pm, but 午後0:30: Japanese counts the hours of a half day from 0. `hour12` would get the others wrong. */
const hourOptions = (locale: Locale, hours: HoursDisplay): Intl.DateTimeFormatOptions =>
  hours === '24h'
    ? { hour: '2-digit', hourCycle: 'h23' }
    : { hour: 'numeric', hourCycle: locale === 'ja' ? 'h11' : 'h12' };

/** Time of day: 15:04 or 3:04 pm, with seconds if asked. */
export const formatClock = (at: number, format: TimeFormat, options: { readonly seconds?: boolean } = {}): string =>
  unbroken(
    dateTimeFormat(format.locale, {
      ...hourOptions(format.locale, format.hours),
      minute: '2-digit',
      ...(options.seconds ? { second: '2-digit' } : {}),
      timeZone: format.timeZone,
    }).format(at),
  );

/**
 * Date: 05/03/2026 on screens; on documents the month is a word (5 Mar 2026), because 05/03 is read two ways by two inspectors.
 */
export const formatDate = (
  at: number,
  format: Pick<TimeFormat, 'locale' | 'timeZone'>,
  style: 'screen' | 'document' = 'screen',
): string =>
  unbroken(
    dateTimeFormat(format.locale, {
      year: 'numeric',
      ...(style === 'screen' ? { month: '2-digit', day: '2-digit' } : { month: 'short', day: 'numeric' }),
      timeZone: format.timeZone,
    }).format(at),
  );

/** A month of a calendar with its year, at any moment of it by UTC: March 2026. */
export const formatMonth = (at: number, locale: Locale): string =>
  dateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(at);

/**
 * Date and time: 05/03/2026 15:04; on documents with the UTC offset: 5 Mar 2026 15:04 UTC+1.
 * @param options.headOffset the offset that the document's head tells: a moment repeats it not, but has its own where it differs
 */
export function formatDateTime(
  at: number,
  format: TimeFormat,
  style: 'screen' | 'document' = 'screen',
  options: { readonly seconds?: boolean; readonly headOffset?: string } = {},
): string {
  const text = `${formatDate(at, format, style)} ${formatClock(at, format, options)}`;
  if (style === 'screen') return text;
  const offset = utcOffset(at, format.timeZone);
  return offset === options.headOffset ? text : `${text} ${offset}`;
}

/** The offset of a time zone at an instant: UTC, UTC+1, UTC−3:30. */
export function utcOffset(at: number, timeZone: string): string {
  const parts = dateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name
    .replace('GMT', 'UTC')
    .replace('-', '−')
    .replace(/^UTC\+0$/, 'UTC');
}

/**
 * A duration in seconds as h:mm, rounded to whole minutes: 5 400 s → 1:30. It is written alike in every language. So are the values of
 * metrics; every other duration is in words (`formatSpan`).
 */
export function formatDuration(duration_s: number): string {
  const minutes = Math.round(Math.abs(duration_s) / 60);
  const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return duration_s < 0 && minutes > 0 ? `−${text}` : text;
}

/** Whether a text names a time zone that clocks here know: `Europe/Rome`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name.length > 0;
  } catch {
    return false;
  }
}
