/** Where the parts of a record's curve lie on paper. Lengths in the units of its drawing. */

/** Size of the drawing, and the room for its words. */
export const drawing = { width: 720, height: 300, left: 44, right: 62, top: 12, bottom: 34 } as const;

/** A curve of more points than this shows no more on paper. */
const points_max = 600;

export type Place = { x: (at_ms: number) => number; y: (value: number) => number };

/** Scales over a time and the temperatures in it, with round steps of time and temperature to be marked. */
export function placeOf(
  span: { from_ms: number; to_ms: number },
  values: readonly number[],
): Place & { times: readonly number[]; temperatures: readonly number[] } {
  const { width, height, left, right, top, bottom } = drawing;
  const low = Math.floor(Math.min(...values, 0) / 10) * 10;
  const high = Math.max(low + 10, Math.ceil(Math.max(...values, 0) / 10) * 10);
  const length_ms = Math.max(1, span.to_ms - span.from_ms);
  const x = (at_ms: number): number => left + ((at_ms - span.from_ms) / length_ms) * (width - left - right);
  const y = (value: number): number => height - bottom - ((value - low) / (high - low)) * (height - top - bottom);
  const step = [10, 20, 50, 100].find((one) => (high - low) / one <= 8) ?? 100;
  const temperatures = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  const parts = 6;
  const times = Array.from({ length: parts + 1 }, (_, i) => span.from_ms + (length_ms * i) / parts);
  return { x, y, times, temperatures };
}

/**
 * The path of a curve, broken where a value is missing. Of many samples the lowest and the highest of each stretch are drawn, and the first
 * and the last always.
 */
export function pathOf(at: readonly number[], values: readonly (number | null)[], { x, y }: Place): string {
  const kept = thinned(values);
  let path = '';
  let pen = 'M';
  for (const index of kept) {
    const value = values[index] ?? null;
    if (value === null) {
      pen = 'M';
      continue;
    }
    path += `${pen}${x(at[index] as number).toFixed(1)} ${y(value).toFixed(1)}`;
    pen = 'L';
  }
  return path;
}

function thinned(values: readonly (number | null)[]): readonly number[] {
  if (values.length <= points_max) return values.map((_, index) => index);
  const size = Math.ceil(values.length / (points_max / 2));
  const kept = new Set<number>([0, values.length - 1]);
  for (let from = 0; from < values.length; from += size) {
    let [low, high]: (number | undefined)[] = [];
    for (let index = from; index < Math.min(from + size, values.length); index += 1) {
      const value = values[index] ?? null;
      // Where values are missing stays to be seen.
      if (value === null) kept.add(index);
      else {
        if (low === undefined || value < (values[low] as number)) low = index;
        if (high === undefined || value > (values[high] as number)) high = index;
      }
    }
    for (const index of [low, high]) if (index !== undefined) kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
}
