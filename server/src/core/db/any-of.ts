import { type RawBuilder, sql } from 'kysely';

/** What a column is compared with that is one of these values, which may be none: `where('id', '=', anyOf(ids))`. `in` wants one at least. */
export const anyOf = <T extends number | string>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${values})`;
