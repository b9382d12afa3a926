import { type RawBuilder, sql } from 'kysely';

/**
 * Numbers of a row, and nothing but numbers, as one text, `(3.5,,1,…)`: that each column travels and is read alone would take ten times
 * as long.
 */
export const asText = (numbers: readonly RawBuilder<unknown>[]): RawBuilder<string> =>
  sql`row(${sql.join(numbers)})::text`;

/** The numbers of such a text in their order; null where there is none. */
export const numbersOf = (text: string): (number | null)[] =>
  text
    .slice(1, -1)
    .split(',')
    .map((one) => (one === '' ? null : Number(one)));
