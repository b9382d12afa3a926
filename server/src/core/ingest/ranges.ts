/** Inclusive ranges of sequence numbers, ascending, neither touching nor overlapping. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** The smallest set of ranges that holds these numbers. */
export function rangesOf(numbers: readonly number[]): Ranges {
  const ranges: [number, number][] = [];
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === n - 1) last[1] = n;
    else ranges.push([n, n]);
  }
  return ranges;
}

/** As PostgreSQL's int8multirange reads it. */
export const toMultirange = (ranges: Ranges): string =>
  `{${ranges.map(([from, to]) => `[${from},${to + 1})`).join(',')}}`;
