/**
 * The one formatter of quantities: value in its stored unit → text in the user's language and measurement system, and back
 * (S1.2, S3.24).
 */
import { minute_ms } from './durations.ts';
import type { Locale } from './locales.ts';
import { formatNumber, parseNumber } from './numbers.ts';
import { formatDuration } from './time.ts';
import {
  type ConvertedUnit,
  decimalsOf,
  type ImperialUnit,
  imperialUnit,
  isConverted,
  type Measurement,
  toImperial,
  toMetric,
} from './units.ts';

/** Units a quantity may be stored in, in UCUM. `1` is a plain count. */
export type QuantityUnit =
  | 'Cel'
  | 'K'
  | '%'
  | 'bar'
  | 'h'
  | 'min'
  | 's'
  | 'Wh'
  | 'W'
  | 'V'
  | 'dBm'
  | 'mm'
  | 'm'
  | 'kg'
  | '1';

/** How quantities are to be shown. */
export type QuantityFormat = {
  readonly locale: Locale;
  readonly measurement: Measurement;
  /** Decimals in the chosen system; absent: those of the unit. */
  readonly decimals?: number;
};

type ShownUnit = Exclude<QuantityUnit, 'W' | 'Wh' | 's' | '1'> | 'kW' | 'kWh' | ImperialUnit;

/** Decimals of the units that are the same in both systems (S3.24: power 2). */
const plainDecimals = { '%': 0, h: 0, min: 0, kW: 2, kWh: 2, V: 0, dBm: 0 } as const;

/** How a unit is written; the languages that differ beside it. */
const symbols: Readonly<Record<ShownUnit, { readonly symbol: string } & Partial<Record<Locale, string>>>> = {
  Cel: { symbol: '°C' },
  // A difference is spoken of in degrees by cooks, never in kelvin.
  K: { symbol: '°C' },
  '[degF]': { symbol: '°F' },
  '%': { symbol: '%' },
  bar: { symbol: 'bar', ru: 'бар', ja: 'バール' },
  '[psi]': { symbol: 'psi' },
  h: { symbol: 'h', ru: 'ч', du: 'uur', ja: '時間' },
  min: { symbol: 'min', ru: 'мин', ja: '分' },
  kW: { symbol: 'kW', ru: 'кВт' },
  kWh: { symbol: 'kWh', ru: 'кВт·ч' },
  V: { symbol: 'V', ru: 'В' },
  dBm: { symbol: 'dBm', ru: 'дБм' },
  mm: { symbol: 'mm', ru: 'мм' },
  '[in_i]': { symbol: 'in' },
  m: { symbol: 'm', ru: 'м' },
  '[ft_i]': { symbol: 'ft' },
  kg: { symbol: 'kg', ru: 'кг' },
  '[lb_av]': { symbol: 'lb' },
};

/** Languages that close °C up to the number (−18.0°C), and those that close % up (85%). */
const closeDegrees: readonly Locale[] = ['en', 'en-US', 'ja'];
const closePercent: readonly Locale[] = ['en', 'en-US', 'it', 'du', 'ja'];

/** What stands between number and unit: nothing, or a space that never breaks; narrow in French. */
function gap(unit: ShownUnit, locale: Locale): string {
  if (locale === 'ja') return '';
  if (unit === '%') return closePercent.includes(locale) ? '' : '\u00a0';
  const degrees = unit === 'Cel' || unit === 'K' || unit === '[degF]';
  if (degrees && closeDegrees.includes(locale)) return '';
  return locale === 'fr' ? '\u202f' : '\u00a0';
}

const symbolOf = (unit: ShownUnit, locale: Locale): string => symbols[unit][locale] ?? symbols[unit].symbol;

/** The unit a stored unit is written in, and how often the one is contained in the other where both are metric. */
function shownUnit(unit: Exclude<QuantityUnit, 's' | '1'>, measurement: Measurement): ShownUnit {
  if (unit === 'W') return 'kW';
  if (unit === 'Wh') return 'kWh';
  return measurement === 'imperial' && isConverted(unit) ? imperialUnit(unit) : unit;
}

const isKilo = (unit: QuantityUnit): boolean => unit === 'W' || unit === 'Wh';

function defaultDecimals(unit: QuantityUnit, measurement: Measurement): number {
  if (isConverted(unit)) return decimalsOf(unit, measurement);
  const shown = isKilo(unit) ? (`k${unit}` as 'kW' | 'kWh') : unit;
  return (plainDecimals as Readonly<Record<string, number>>)[shown] ?? 0;
}

/** The value in the unit it is shown in, unrounded; for chart axes and input fields. */
export function shownValue(value: number, unit: QuantityUnit, measurement: Measurement): number {
  if (isKilo(unit)) return value / 1000;
  return measurement === 'imperial' && isConverted(unit) ? toImperial(value, unit) : value;
}

/** The unit's symbol alone, for axes and the end of input fields; empty for counts, and for durations, which are h:mm. */
export const unitSymbol = (unit: QuantityUnit, format: Pick<QuantityFormat, 'locale' | 'measurement'>): string =>
  unit === 's' || unit === '1' ? '' : symbolOf(shownUnit(unit, format.measurement), format.locale);

/**
 * A stored value as text: `formatQuantity(-18, 'Cel', …)` → −18.0°C, −18,0 °C, −0.4°F. Watts are shown as kW, watt-hours as kWh,
 * seconds as h:mm.
 */
export function formatQuantity(value: number, unit: QuantityUnit, format: QuantityFormat): string {
  const { locale, measurement } = format;
  if (unit === 's') return formatDuration(value);
  const decimals = format.decimals ?? defaultDecimals(unit, measurement);
  const number = formatNumber(shownValue(value, unit, measurement), locale, decimals);
  if (unit === '1') return number;
  const shown = shownUnit(unit, measurement);
  return number + gap(shown, locale) + symbolOf(shown, locale);
}

/** A span of time in words, to the minute: 38 min, 1 h 4 min, 2 h. @param span_ms one below zero is none */
export function formatSpan(span_ms: number, locale: Locale): string {
  const all = Math.max(0, Math.round(span_ms / minute_ms));
  const [hours, minutes] = (
    [
      [Math.floor(all / 60), 'h'],
      [all % 60, 'min'],
    ] as const
  ).map(([value, unit]) => formatQuantity(value, unit, { locale, measurement: 'metric' })) as [string, string];
  if (all < 60) return minutes;
  if (all % 60 === 0) return hours;
  return hours + (locale === 'ja' ? '' : '\u00a0') + minutes;
}

/**
 * The charge of a refrigerant, in kg: a flammable one is counted in grams, so that the decimals of other weights would hide what matters.
 * The one exception from S9.3; everywhere the same figure.
 */
export const formatCharge = (charge_kg: number, format: Omit<QuantityFormat, 'decimals'>): string =>
  formatQuantity(charge_kg, 'kg', { ...format, decimals: format.measurement === 'metric' ? 3 : 2 });

/**
 * A quantity as a text holds it, `−18 Cel` or `3–4 bar`, in the reader's units. It has the decimals it needs, but no more than the unit
 * has, nor than the text was sure of, to a tenth: −18°C, −0.4°F, 44–58 psi.
 */
export function formatWrittenQuantity(written: string, format: Omit<QuantityFormat, 'decimals'>): string {
  const [numbers, unit] = written.split(' ') as [string, ConvertedUnit];
  const { locale, measurement } = format;
  const inUnits = (value: number): number => shownValue(value, unit, measurement);
  const texts = numbers.split('–').map((number) => number.replace('−', '-'));
  const sure = Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const step = (inUnits(1) - inUnits(0)) / 10 ** sure;
  const decimals_max = Math.min(decimalsOf(unit, measurement), Math.max(0, Math.ceil(1 - Math.log10(step))));
  const needed = texts.map(
    (text) => String(Number(inUnits(Number(text)).toFixed(decimals_max))).split('.')[1]?.length ?? 0,
  );
  const decimals = Math.max(...needed);
  const shown = texts.map((text, at) =>
    at === texts.length - 1
      ? formatQuantity(Number(text), unit, { ...format, decimals })
      : formatNumber(inUnits(Number(text)), locale, decimals),
  );
  return shown.join('–');
}

/**
 * Reads a typed quantity, with or without its unit, into the stored unit (a field typed in °F is stored in °C). Null when it is no
 * number, or when it names another unit than the one asked for. Durations are not typed this way.
 */
export function parseQuantity(
  text: string,
  unit: Exclude<QuantityUnit, 's'>,
  format: Pick<QuantityFormat, 'locale' | 'measurement'>,
): number | null {
  const { locale, measurement } = format;
  const symbol = unitSymbol(unit, format).normalize('NFKC');
  const typed = text.normalize('NFKC').trim();
  const bare = symbol !== '' && typed.endsWith(symbol) ? typed.slice(0, -symbol.length) : typed;
  const number = parseNumber(bare, locale);
  if (number === null) return null;
  if (isKilo(unit)) return number * 1000;
  return measurement === 'imperial' && isConverted(unit) ? toMetric(number, unit) : number;
}
