import type { Locale } from './locales.ts';
import { formatNumber } from './numbers.ts';

/** Steps of a file's size; 1000 to a step (S9.3). */
const fileSizeUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A file's size in the largest unit that leaves at least 1, rounded to 3 decimals: 1 234 567 bytes → 1.235 MB (S9.3). */
export function fileSize(bytes: number): { readonly value: number; readonly unit: (typeof fileSizeUnits)[number] } {
  let value = bytes;
  let step = 0;
  const round = (exact: number): number => Math.round(exact * 1000) / 1000;
  // Judged on the rounded value, or 999 999.9 bytes would read "1000 kB".
  while (Math.abs(round(value)) >= 1000 && step < fileSizeUnits.length - 1) {
    value /= 1000;
    step += 1;
  }
  return { value: round(value), unit: fileSizeUnits[step] ?? 'B' };
}

/** A file's size with its unit, 3 decimals from a kilobyte on (S9.3). */
export function formatFileSize(bytes: number, locale: Locale): string {
  const { value, unit } = fileSize(bytes);
  return `${formatNumber(value, locale, unit === 'B' ? 0 : 3)}\u00a0${unit}`;
}
