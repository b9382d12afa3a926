/** The simulator's only source of time. Physics never reads it: an appliance is told how far to advance. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
};

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
