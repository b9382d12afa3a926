/** What is wrong with an argument of a command, and the checks of single values. Values may be any JSON. */
import { linePattern } from '../language/plain-text.ts';
import type { Limits } from './families/family.ts';

/** What is wrong with one argument; `min` and `max` are the limits that were passed. */
export type StartFault = {
  readonly path: string;
  readonly code: 'bad_argument' | 'out_of_range' | 'inconsistent' | 'not_compatible' | 'standby_needed';
  readonly min?: number;
  readonly max?: number;
};

export const badArgument = (path: string): StartFault => ({ path, code: 'bad_argument' });
export const inconsistent = (path: string): StartFault => ({ path, code: 'inconsistent' });
/** A mode that another one must be left for first. */
export const standbyNeeded = (path: string): StartFault => ({ path, code: 'standby_needed' });
export const notCompatible = (path: string): StartFault => ({ path, code: 'not_compatible' });

/** Faults of a number that must lie within limits. */
export function numberFaults(path: string, value: unknown, { min, max }: Limits): readonly StartFault[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return [badArgument(path)];
  return value < min || value > max ? [{ path, code: 'out_of_range', min, max }] : [];
}

/** Faults of a whole number that must lie within limits. */
export const integerFaults = (path: string, value: unknown, limits: Limits): readonly StartFault[] =>
  Number.isInteger(value) ? numberFaults(path, value, limits) : [badArgument(path)];

/** Faults of a text that must not be longer than so many characters. */
export function textFaults(path: string, value: unknown, length_max: number): readonly StartFault[] {
  if (typeof value !== 'string' || !linePattern.test(value)) return [badArgument(path)];
  return value.length > length_max ? [{ path, code: 'out_of_range', max: length_max }] : [];
}

/** Whether a value of JSON is an object with names. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Faults of the names of an object: those that are not known. */
export const nameFaults = (
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  prefix = '',
): readonly StartFault[] =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => badArgument(prefix + name));
