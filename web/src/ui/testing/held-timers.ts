/** Timers of one length, which end when the test says so. */
export type HeldTimers = Disposable & {
  /** How many run now. */
  readonly count: number;
  /** Their time is over. */
  end(): void;
};

/** No browser takes a longer one. */
const longest_ms = 2 ** 31 - 1;

/**
 * Holds every timer of a length that is started from now on until it is disposed; all others run by themselves. The fake timers
 * of vitest do not serve here: its own waiting moves them on.
 */
export function holdTimers(wait_ms: number): HeldTimers {
  const held = new Map<number, () => void>();
  const { setTimeout: later, clearTimeout: never } = window;
  Object.assign(window, {
    setTimeout: (run: () => void, timeout?: number, ...given: []) => {
      if (timeout !== wait_ms) return later(run, timeout, ...given);
      // Under a number of the browser's own, which nobody else clears.
      const timer = later(() => {}, longest_ms);
      held.set(timer, run);
      return timer;
    },
    clearTimeout: (timer: number | undefined) => {
      if (timer !== undefined) held.delete(timer);
      never(timer);
    },
  });
  return {
    get count() {
      return held.size;
    },
    end() {
      for (const [timer, run] of held) {
        window.clearTimeout(timer);
        run();
      }
    },
    [Symbol.dispose]: () => void Object.assign(window, { setTimeout: later, clearTimeout: never }),
  };
}
