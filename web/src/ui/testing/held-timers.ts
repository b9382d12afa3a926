/** Timers of one length, which end when the test says so. */
export type HeldTimers = Disposable & {
  /** How many run now. */
  readonly count: number;
  /** Their time is over. */
  end(): void;
};

/**
 * Holds every timer of a length that is started from now on until it is disposed; all others run by themselves. The fake timers
 * of vitest do not serve here: its own waiting moves them on.
 */
export function holdTimers(wait_ms: number): HeldTimers {
  const held = new Map<number, () => void>();
  const { setTimeout: later, clearTimeout: never } = window;
  let last = 0;
  Object.assign(window, {
    setTimeout: (run: () => void, timeout?: number, ...given: []) => {
      if (timeout !== wait_ms) return later(run, timeout, ...given);
      // Numbers no browser gives.
      held.set(--last, run);
      return last;
    },
    clearTimeout: (timer: number | undefined) => {
      if (timer === undefined || !held.delete(timer)) never(timer);
    },
  });
  return {
    get count() {
      return held.size;
    },
    end() {
      const ended = [...held.values()];
      held.clear();
      for (const run of ended) run();
    },
    [Symbol.dispose]: () => void Object.assign(window, { setTimeout: later, clearTimeout: never }),
  };
}
