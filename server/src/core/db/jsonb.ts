import { type RawBuilder, sql } from 'kysely';

/**
 * A value as a `jsonb` parameter. An object alone would travel as JSON anyway, but an array would travel as a PostgreSQL
 * array and a string as a document: with this, every value means itself.
 */
export function jsonb<T>(value: T): RawBuilder<T> {
  return sql<T>`${JSON.stringify(value)}::jsonb`;
}
