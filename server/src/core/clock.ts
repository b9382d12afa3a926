import { setTimeout as pause } from 'node:timers/promises';

/** Something that will happen at a time; disposing it calls it off. */
export type Timer = Disposable & {
  /** Begins the waiting anew, also after it has fired. */
  restart(): void;
};

/**
 * The server's only source of time: what o'clock it is, how long something took, and when something is done. Everything takes
 * its clock, so that a test owns the time (docs/TESTING.md); what must go by the machine's imports {@link systemClock} by name,
 * with a reason in `tools/tidy/clocks.ts`.
 */
export type Clock = {
  /** Epoch milliseconds, as the wall clock has them: they may be set back. */
  now(): number;
  /** Milliseconds since some moment, never set back: for durations. */
  monotonic(): number;
  /** Does something once, in so many milliseconds. */
  after(wait_ms: number, run: () => void | Promise<void>): Timer;
  /** Does something again and again; the first time after one interval. It alone keeps no process alive. */
  every(interval_ms: number, run: () => void | Promise<void>): Disposable;
  sleep(wait_ms: number): Promise<void>;
};

/** The machine's clock. What it runs has to see to its own failures. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (wait_ms, run) => {
    const timer = setTimeout(() => void run(), wait_ms);
    return { restart: () => void timer.refresh(), [Symbol.dispose]: () => clearTimeout(timer) };
  },
  every: (interval_ms, run) => {
    const timer = setInterval(() => void run(), interval_ms).unref();
    return { [Symbol.dispose]: () => clearInterval(timer) };
  },
  sleep: (wait_ms) => pause(wait_ms),
};
