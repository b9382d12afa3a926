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
export const toMultirange = (ranges: Ranges): string => `{${ranges.map(([from, to]) => `[${from},${to + 1})`).join(',')}}`;

/** Reads PostgreSQL's canonical text, `{[0,5),[7,8)}`. */
export const fromMultirange = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to) - 1] as const);

/** What is missing between two numbers that are held, ends included. */
export function holesBetween(ranges: Ranges, from: number, to: number): Ranges {
  const holes: [number, number][] = [];
  let next = from;
  for (const [first, last] of ranges) {
    if (last < next) continue;
    if (first > to) break;
    if (first > next) holes.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= to) holes.push([next, to]);
  return holes;
}
