import { initialsOf } from '@brina/domain/haccp/signing';

/** Fields that name whoever did something. */
const persons = new Set(['by', 'openedBy']);

/**
 * What is told of a record with the initials of persons instead of their names: an inspector asks the kitchen who they are. What people
 * wrote stays as they wrote it.
 */
export function withInitials<T>(told: T): T {
  if (Array.isArray(told)) return told.map(withInitials) as T;
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(
    Object.entries(told).map(([field, value]) => [
      field,
      persons.has(field) && typeof value === 'string' ? initialsOf(value) : withInitials(value),
    ]),
  ) as T;
}
