/** The simulator's only source of time. Physics never reads it: an appliance is told how far to advance. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
  /** Does something once, in so many milliseconds; disposing it calls it off. */
  after(wait_ms: number, run: () => void): Disposable;
  /** Does something again and again, the first time after one interval. */
  every(interval_ms: number, run: () => void): Disposable;
};

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (wait_ms, run) => {
    const timer = setTimeout(run, wait_ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
  every: (interval_ms, run) => {
    const timer = setInterval(run, interval_ms);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
};
