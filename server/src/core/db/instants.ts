import { type RawBuilder, sql } from 'kysely';

/**
 * A moment as a parameter: the server works in epoch milliseconds and reads `timestamptz` as such, but PostgreSQL cannot
 * take the bare number. Exact to the millisecond; Infinity is `infinity`. Use it wherever a moment goes into a statement:
 * `where('at', '>=', timestamp(from_ms))`, `values({ created_at: timestamp(clock.now()) })`.
 * Columns of moments for `unnest` go through {@link unnestColumns}, which takes the numbers.
 */
export function timestamp(epoch_ms: number): RawBuilder<number>;
export function timestamp(epoch_ms: number | null): RawBuilder<number | null>;
export function timestamp(epoch_ms: number | null): RawBuilder<number | null> {
  return sql<number | null>`${epoch_ms === null ? null : instantText(epoch_ms)}::timestamptz`;
}

/** The same as text, for a parameter that the statement itself casts. */
export function instantText(epoch_ms: number): string {
  if (epoch_ms === Infinity) return 'infinity';
  if (epoch_ms === -Infinity) return '-infinity';
  return new Date(epoch_ms).toISOString();
}
