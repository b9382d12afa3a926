/** Numbers and money as each language writes them (S3.24). */
import { currency } from '../constants.ts';
import { intlTag, type Locale } from './locales.ts';

// Intl objects cost far more to make than to use.
const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(intlTag(locale), options);
  formats.set(key, format);
  return format;
}

/** Screens and documents write a real minus; CSV and JSON do not use these formats. A rounded zero has no sign. */
const shown = (text: string): string => text.replace('-', '−').replaceAll(' ', '\u00a0');

/** A number with fixed decimals: −18.0, 1.234,5. The sign is U+2212. */
export const formatNumber = (value: number, locale: Locale, decimals = 0): string =>
  shown(
    numberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    }).format(value),
  );

/** Euros with 2 decimals, the sign where the language puts it: €1,234.50 · 1234,50 € (S3.24). */
export const formatMoney = (value: number, locale: Locale): string => formatMoneyOf(value, currency, locale);

/** Money of any currency, by its ISO 4217 code, with as many decimals as it has. */
export const formatMoneyOf = (value: number, code: string, locale: Locale): string =>
  shown(numberFormat(locale, { style: 'currency', currency: code, signDisplay: 'negative' }).format(value));

/**
 * Reads a number as a person types it in a language: its decimal sign, its group separators, either minus, full-width digits. A
 * point is also taken as the decimal sign in comma languages unless it can be a group separator. Null when it is no number.
 */
export function parseNumber(text: string, locale: Locale): number | null {
  const parts = numberFormat(locale, {}).formatToParts(12_345.6);
  const decimal = parts.find((part) => part.type === 'decimal')?.value ?? '.';
  const plain = text.normalize('NFKC').replace(/[−–]/g, '-').replace(/\s/g, '');
  const grouped = decimal === ',' ? /^[+-]?\d{1,3}(\.\d{3})+(,\d*)?$/ : /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;
  const group = decimal === ',' ? '.' : ',';
  const ungrouped = grouped.test(plain) ? plain.replaceAll(group, '') : plain;
  const candidate = decimal === ',' ? ungrouped.replace(',', '.') : ungrouped;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(candidate) ? Number(candidate) : null;
}
