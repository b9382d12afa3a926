import { overdue_ms } from './cadence.ts';

/**
 * A set-point as a line: the samples between two of its own, which carry none, take the last one. It is sent when it changes and as
 * often as an idle unit samples.
 * @param values one per moment, null where none was sent
 * @param at epoch ms, ascending
 */
export function heldSet(values: readonly (number | null)[], at: readonly number[]): (number | null)[] {
  let last: { value: number; at: number } | null = null;
  return values.map((value, place): number | null => {
    const moment = at[place] ?? 0;
    if (value !== null) last = { value, at: moment };
    return last && moment - last.at <= overdue_ms ? last.value : null;
  });
}
