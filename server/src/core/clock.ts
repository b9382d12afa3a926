/** The server's only source of time, so that a test can set it. Everything else takes a {@link Clock}. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number;
};

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that runs with the machine's until it is moved; a test moves it by {@link SettableClock.set} or `advance`. */
export type SettableClock = Clock & { set(epoch_ms: number): void; advance(by_ms: number): void };

/** Makes a clock whose offset to the machine's clock a test decides. */
export function settableClock(): SettableClock {
  let offset_ms = 0;
  return {
    now: () => Date.now() + offset_ms,
    set: (epoch_ms) => {
      offset_ms = epoch_ms - Date.now();
    },
    advance: (by_ms) => {
      offset_ms += by_ms;
    },
  };
}
