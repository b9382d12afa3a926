import { type Clock, systemClock } from '../clock.ts';

/** A clock that a test moves. */
export type TestClock = Clock & {
  /** Sets the wall clock, forward or back. Nothing falls due by it: a corrected clock, or time in which nobody looked. */
  set(epoch_ms: number): void;
  /** {@link TestClock.set}, by so much. */
  leap(by_ms: number): void;
  /** The least that passes between two acts of a test: without it they would bear the same moment. */
  tick(): void;
  /** Lets time pass: does what falls due, in its order and each to its end. */
  advance(by_ms: number): Promise<void>;
};

type Appointment = { due_ms: number; interval_ms: number | undefined; run: () => void | Promise<void> };

/**
 * A clock that stands still until it is moved: two runs of a test see the same moments, however busy the machine is. It begins
 * at the machine's time, by which TLS judges certificates.
 * @param options.wallRuns Its wall clock runs with the machine's all the same, and only what falls due waits to be moved: for the
 * soak (docs/TESTING.md)
 */
export function stillClock({ wallRuns = false }: { wallRuns?: boolean } = {}): TestClock {
  let now_ms = systemClock.now();
  const began_ms = now_ms;
  const run_ms = (): number => (wallRuns ? systemClock.now() - began_ms : 0);
  let passed_ms = 0;
  const appointments = new Set<Appointment>();

  const make = (appointment: Appointment): Disposable => {
    appointments.add(appointment);
    return { [Symbol.dispose]: () => void appointments.delete(appointment) };
  };
  const pass = (by_ms: number): void => {
    now_ms += by_ms;
    passed_ms += by_ms;
  };
  /** The one that is due next; of several due at once the one made first. */
  const next = (until_ms: number): Appointment | undefined => {
    let first: Appointment | undefined;
    for (const one of appointments) if (one.due_ms <= until_ms && !(first && first.due_ms <= one.due_ms)) first = one;
    return first;
  };
  const after: Clock['after'] = (wait_ms, run) => {
    const appointment: Appointment = { due_ms: passed_ms + wait_ms, interval_ms: undefined, run };
    return {
      ...make(appointment),
      restart: () => {
        appointment.due_ms = passed_ms + wait_ms;
        appointments.add(appointment);
      },
    };
  };
  return {
    now: () => now_ms + run_ms(),
    monotonic: () => passed_ms,
    after,
    every: (interval_ms, run) => make({ due_ms: passed_ms + interval_ms, interval_ms, run }),
    sleep: (wait_ms) => new Promise((resolve) => void after(wait_ms, resolve)),
    set: (epoch_ms) => void (now_ms = epoch_ms - run_ms()),
    leap: (by_ms) => void (now_ms += by_ms),
    tick: () => pass(1),
    advance: async (by_ms) => {
      if (by_ms < 0) throw new Error('time passes forward: a clock that is set back is set');
      const until_ms = passed_ms + by_ms;
      for (let due = next(until_ms); due; due = next(until_ms)) {
        // Ticks may have passed it: then it is late, and time does not go back for it.
        pass(Math.max(0, due.due_ms - passed_ms));
        if (due.interval_ms === undefined) appointments.delete(due);
        else due.due_ms = passed_ms + due.interval_ms;
        await due.run();
      }
      pass(Math.max(0, until_ms - passed_ms));
    },
  };
}

/**
 * A clock that runs with the machine's and can be moved, for tests with programs that go by the machine's. Its timers know nothing of
 * how it is moved.
 */
export function runningClock(): TestClock {
  let offset_ms = 0;
  const leap = (by_ms: number): void => void (offset_ms += by_ms);
  return {
    ...systemClock,
    now: () => systemClock.now() + offset_ms,
    set: (epoch_ms) => void (offset_ms = epoch_ms - systemClock.now()),
    leap,
    tick: () => undefined,
    advance: async (by_ms) => leap(by_ms),
  };
}
