import { day_ms, hour_ms, minute_ms } from './durations.ts';
import { intlTag, type Locale } from './locales.ts';
import { formatMoney, formatNumber } from './numbers.ts';
import {
  formatCharge,
  formatQuantity,
  formatSpan,
  parseQuantity,
  type QuantityUnit,
  shownValue,
  unitSymbol,
} from './quantity.ts';
import { formatClock, formatDate, formatDateTime, type HoursDisplay } from './time.ts';
import type { Measurement } from './units.ts';

/** What stands where a value is missing. */
const missing = '–';

/** How a person wishes to read quantities and times. */
export type Reader = { locale: Locale; measurement: Measurement; hours: HoursDisplay; timeZone: string };

/** A value as it is stored; null and undefined are shown as a dash. */
type Maybe = number | null | undefined;

/** Every formatter, for one reader. */
export type Format = ReturnType<typeof formatFor>;

/**
 * The formatters of a reader (S1.2, S1.3, S9.3). Quantities are taken as stored, instants as epoch ms; a time zone is the kitchen's,
 * as an IANA name, and the company's own where none is given.
 */
export function formatFor(reader: Reader) {
  const { locale, measurement } = reader;
  const orDash = (value: Maybe, show: (value: number) => string): string =>
    value === null || value === undefined || Number.isNaN(value) ? missing : show(value);
  const quantity = (value: Maybe, unit: QuantityUnit, decimals?: number): string =>
    orDash(value, (known) =>
      formatQuantity(known, unit, { locale, measurement, ...(decimals === undefined ? {} : { decimals }) }),
    );
  const inZone = (timeZone = reader.timeZone) => ({ locale, hours: reader.hours, timeZone });
  // Made when the first is shown: few pages show one, and the first of a language takes a slow phone 50 ms.
  let relativeFormat: Intl.RelativeTimeFormat | undefined;
  const relative = (count: number, unit: Intl.RelativeTimeFormatUnit): string => {
    relativeFormat ??= new Intl.RelativeTimeFormat(intlTag(locale), { numeric: 'auto' });
    return relativeFormat.format(count, unit);
  };

  return {
    reader,
    /** A value in any unit; `decimals` where the unit's own do not fit. */
    quantity,
    /** °C as stored, shown as °C or °F with one decimal. */
    temperature: (value: Maybe): string => quantity(value, 'Cel'),
    /** A difference of temperatures in K: × 1.8 in imperial, never + 32. */
    temperatureDelta: (value: Maybe): string => quantity(value, 'K'),
    percent: (value: Maybe, decimals?: number): string => quantity(value, '%', decimals),
    /** The charge of a refrigerant in kg, with the decimals it has everywhere. */
    charge: (charge_kg: Maybe): string => orDash(charge_kg, (known) => formatCharge(known, { locale, measurement })),
    /** Watts, shown as kW. */
    power: (value: Maybe): string => quantity(value, 'W'),
    /** Watt-hours, shown as kWh. */
    energy: (value: Maybe): string => quantity(value, 'Wh'),
    money: (value: Maybe): string => orDash(value, (euros) => formatMoney(euros, locale)),
    number: (value: Maybe, decimals = 0): string => orDash(value, (known) => formatNumber(known, locale, decimals)),
    /** The value in the reader's unit, unrounded, for axes and fields. */
    shownValue: (value: number, unit: QuantityUnit): number => shownValue(value, unit, measurement),
    /** The reader's unit alone: °F for `Cel`. */
    unit: (unit: QuantityUnit): string => unitSymbol(unit, { locale, measurement }),
    /** A typed quantity in its stored unit; null when it is none. */
    parse: (text: string, unit: Exclude<QuantityUnit, 's'>): number | null =>
      parseQuantity(text, unit, { locale, measurement }),
    clock: (at: Maybe, timeZone?: string, options?: { seconds?: boolean }): string =>
      orDash(at, (known) => formatClock(known, inZone(timeZone), options)),
    date: (at: Maybe, timeZone?: string, style?: 'screen' | 'document'): string =>
      orDash(at, (known) => formatDate(known, inZone(timeZone), style)),
    dateTime: (
      at: Maybe,
      timeZone?: string,
      style?: 'screen' | 'document',
      options?: Parameters<typeof formatDateTime>[3],
    ): string => orDash(at, (known) => formatDateTime(known, inZone(timeZone), style, options)),
    /** A span in words, to the minute: 38 min, 1 h 4 min. */
    duration: (span_ms: Maybe): string => orDash(span_ms, (known) => formatSpan(known, locale)),
    /** How long ago something was, for an age in ms: now, 3 minutes ago, yesterday. */
    ago: (age_ms: Maybe): string =>
      orDash(age_ms, (age) => {
        if (age < minute_ms) return relative(0, 'second');
        if (age < hour_ms) return relative(-Math.floor(age / minute_ms), 'minute');
        if (age < 2 * day_ms) return relative(-Math.floor(age / hour_ms), 'hour');
        return relative(-Math.floor(age / day_ms), 'day');
      }),
  };
}
