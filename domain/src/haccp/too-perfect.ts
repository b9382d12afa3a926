/** What an inspector looks at twice: measured values scatter, invented ones repeat (docs of the trade: identical stamps, round times). */

/** The value that comes most often, how often, and of how many. */
export type Repeated = { readonly value: number; readonly times: number; readonly of: number };

/**
 * The value that repeats more than chance explains, null where none does.
 * @param least how often it has to come at least
 * @param share of all values, from 0 to 1, that it has to be at least
 */
export function repeatedOf(
  values: readonly number[],
  { least, share }: { least: number; share: number },
): Repeated | null {
  const counts = [...Map.groupBy(values, (value) => value)].map(([value, some]) => ({ value, times: some.length }));
  // Of those that come equally often the smallest, whatever the order.
  const [most] = counts.sort((a, b) => b.times - a.times || a.value - b.value);
  if (!most || most.times < least || most.times < share * values.length) return null;
  return { ...most, of: values.length };
}

/** Lengths of cycles are known to the millisecond: three that are equal were hardly measured. */
export const sameLength = { least: 3, share: 0 } as const;
/** Thermometers show tenths: a value may well come again, but not most of the time. */
export const sameReading = { least: 5, share: 0.5 } as const;
/** People come at the same hour, but not at the same minute most of the days. */
export const sameMinute = { least: 5, share: 0.5 } as const;
