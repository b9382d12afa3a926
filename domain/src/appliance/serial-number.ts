/**
 * Serial numbers (S6.1): two letters of the family, two digits of the year, five of the unit and a check digit, without spaces:
 * `MF26004179`. Older units and other brands have numbers of their own, which are accepted but cannot be verified.
 */
import type { FamilyCode } from './families/family-code.ts';

/** Letters of each family's serial numbers. */
const letters = { MF: 'MF', EF: 'EF', SF: 'SF', CP: 'CP', MYA: 'MY', PL: 'PL' } as const satisfies Record<
  FamilyCode,
  string
>;

const own = new RegExp(`^(?:${Object.values(letters).join('|')})\\d{8}$`);
const foreign = new RegExp(`^(?!(?:${Object.values(letters).join('|')})\\d)[A-Z0-9]{6,16}$`);
const oldestYear = 15;

/** A serial number as typed or imported: normalised, or what is wrong with it. */
export type ParsedSerial =
  | {
      readonly serial: string;
      /** False: a number of another make, whose digits nothing can verify. */
      readonly checked: boolean;
    }
  | { readonly fault: 'serial_format' | 'serial_check_digit' };

/** The check digit of the first nine characters by ISO 7064 MOD 11,10, a letter counting as two digits (A is 10, Z is 35). */
export function serialCheckDigit(nine: string): number {
  const digits = Array.from(nine, (one) => (one >= 'A' ? String((one.codePointAt(0) ?? 0) - 55) : one)).join('');
  let product = 10;
  for (const digit of digits) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10;
}

/** A serial number as typed, in upper case and without the spaces, dots and dashes that people and plates put into it. */
export const plainSerial = (typed: string): string => typed.toUpperCase().replace(/[\s.\-‐–—]/g, '');

/** As {@link plainSerial}; among the digits a typed O is read as 0, and I or L as 1. */
function normalised(text: string): string {
  const plain = plainSerial(text);
  const read = plain.slice(0, 2) + plain.slice(2).replace(/O/g, '0').replace(/[IL]/g, '1');
  return own.test(read) ? read : plain;
}

/**
 * Reads a serial number as a person types it or a file brings it.
 * @param year year in which it is read; numbers are built until the next one
 */
export function parseSerial(text: string, year: number): ParsedSerial {
  const serial = normalised(text);
  if (!own.test(serial)) return foreign.test(serial) ? { serial, checked: false } : { fault: 'serial_format' };
  const built = Number(serial.slice(2, 4));
  if (built < oldestYear || built > (year + 1) % 100 || serial.slice(4, 9) === '00000')
    return { fault: 'serial_format' };
  const isRight = serialCheckDigit(serial.slice(0, 9)) === Number(serial[9]);
  return isRight ? { serial, checked: true } : { fault: 'serial_check_digit' };
}

/** Whether a normalised serial number can belong to a family's model; a foreign one fits every family. */
export const serialFits = (serial: string, family: FamilyCode): boolean =>
  foreign.test(serial) || serial.startsWith(letters[family]);

/** The serial number of a unit by its family, its year of build and its number within both (1..99999). */
export function serialOf(family: FamilyCode, year: number, unit: number): string {
  const nine = `${letters[family]}${String(year % 100).padStart(2, '0')}${String(unit).padStart(5, '0')}`;
  return nine + serialCheckDigit(nine);
}

/** Year of build that a normalised serial number tells; null for a foreign one. */
export const builtYearOf = (serial: string): number | null =>
  own.test(serial) ? 2000 + Number(serial.slice(2, 4)) : null;

/** A serial number in the groups people read it in: family, year, number, check digit; a foreign one by fours, or by its own dashes. */
export function showSerial(serial: string): string {
  const [, ...groups] = /^([A-Z]{2})(\d{2})(\d{5})(\d)$/.exec(serial) ?? [];
  if (groups.length > 0) return groups.join(' ');
  return serial.includes('-') ? serial : (serial.match(/.{1,4}/g) ?? []).join(' ');
}
