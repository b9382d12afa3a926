/** The middle value, of two the lower; undefined: there are none. */
export const median = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
