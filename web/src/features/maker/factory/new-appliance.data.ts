/** What is known of a new appliance before the portal is asked: its serial number as typed, the models it can be. */

import { families, modelRow } from '@brina/domain/appliance/families/families';
import type { Gamma, ModelRow } from '@brina/domain/appliance/families/family';
import { type FamilyCode, familyCodes } from '@brina/domain/appliance/families/family-code';
import { parseSerial, plainSerial, serialFits, serialOf } from '@brina/domain/appliance/serial-number';

/** Letters with which serial numbers of our own families begin. */
const ownLetters: ReadonlySet<string> = new Set(familyCodes.map((code) => serialOf(code, 2026, 1).slice(0, 2)));
/** Family, year, unit, check digit: the groups a plate shows. */
const groups = [2, 4, 9, 10] as const;
const length = groups.at(-1) ?? 0;

/** A serial number while it is typed: one of our own stands in the groups of the plate, `MF 26 00417 9`; any other as it is typed. */
export function groupedSerial(typed: string): string {
  const upper = typed.toUpperCase();
  const plain = plainSerial(typed);
  if (!ownLetters.has(plain.slice(0, 2)) || !/^[A-Z]{2}[\dOIL]{0,8}$/.test(plain)) return upper;
  return groups
    .map((end, place) => plain.slice(groups[place - 1] ?? 0, end))
    .filter((group) => group !== '')
    .join(' ');
}

/** What a typed serial number is so far: too short to say, good, of another make, or wrong. */
export type SerialState = 'open' | 'right' | 'foreign' | 'serial_format' | 'serial_check_digit';

/** Judges a serial number while it is typed: one of our own only when it is whole, so that nobody is blamed half-way. */
export function serialState(typed: string, year: number): SerialState {
  const parsed = parseSerial(typed, year);
  if ('serial' in parsed) return parsed.checked ? 'right' : 'foreign';
  return plainSerial(typed).length < length ? 'open' : parsed.fault;
}

const allFamilies = Object.values(families);

/** The category that a serial number of our own tells by its letters; undefined while it tells none. */
export function gammaOfSerial(typed: string): Gamma | undefined {
  const plain = plainSerial(typed);
  if (!ownLetters.has(plain.slice(0, 2)) || !/^[A-Z]{2}\d/.test(plain)) return undefined;
  return allFamilies.find(({ code }) => fits(plain, code))?.gamma;
}

/** Registered models of a category that a serial number can belong to. */
export const modelsFor = (gamma: Gamma | '', typed: string): readonly ModelRow[] =>
  allFamilies
    .filter((family) => family.gamma === gamma && (gammaOfSerial(typed) === undefined || fits(typed, family.code)))
    .flatMap(({ models }) => models);

/** Whether a model can bear a serial number, as far as its letters tell. */
export const modelFits = (storedName: string, typed: string): boolean => {
  const row = modelRow(storedName);
  return row === undefined || gammaOfSerial(typed) === undefined || fits(typed, row.family);
};

const fits = (typed: string, family: FamilyCode): boolean => serialFits(plainSerial(typed), family);
