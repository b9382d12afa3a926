import { initialsOf } from '@brina/domain/haccp/signing';

/** Fields that name whoever did something. */
const persons = new Set(['by', 'openedBy']);
/** Where a name stands in a field that is not always a person's. */
const holdersOfNames = new Set(['stoppedBy']);

/** Of an erased account the initials are all that is left. */
const isShort = (name: string): boolean => /^\p{L}{1,3}$/u.test(name) && name === name.toLocaleUpperCase('en');
const shortened = (name: string): string => (isShort(name) ? name : initialsOf(name));

/**
 * What is told of a record with the initials of persons instead of their names: an inspector asks the kitchen who they are. What people
 * wrote stays as they wrote it.
 */
export function withInitials<T>(told: T, isHolder = false): T {
  if (Array.isArray(told)) return told.map((one: unknown) => withInitials(one)) as T;
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(
    Object.entries(told).map(([field, value]) => [
      field,
      typeof value === 'string' && (persons.has(field) || (isHolder && field === 'name'))
        ? shortened(value)
        : withInitials(value, holdersOfNames.has(field)),
    ]),
  ) as T;
}
