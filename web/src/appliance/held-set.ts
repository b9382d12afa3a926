/** A set-point is sent when it changes and once a minute: it holds until the next sample is overdue. */
const holds_ms = 150_000;

/**
 * A set-point as a line: the samples between two of its own, which carry none, take the last one.
 * @param values one per moment, null where none was sent
 * @param at epoch ms, ascending
 */
export function heldSet(values: readonly (number | null)[], at: readonly number[]): (number | null)[] {
  let last: { value: number; at: number } | null = null;
  return values.map((value, place): number | null => {
    const moment = at[place] ?? 0;
    if (value !== null) last = { value, at: moment };
    return last && moment - last.at <= holds_ms ? last.value : null;
  });
}
