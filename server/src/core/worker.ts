import type { Log } from './log.ts';

/** Work that waits in tables: one round does a piece of it and says whether there was any. */
export type Round = { name: string; every_ms: number; run(): Promise<boolean | void> };

export type Worker = AsyncDisposable & {
  /**
   * Does everything that is due now (tests drain instead of sleeping). No turn begins by itself meanwhile: it would lock what is
   * due, and look at it before all of it is there.
   */
  drain(): Promise<void>;
};

/** Rounds of one drain: more means that a round never finds an end. */
const rounds_max = 10_000;

/**
 * Runs rounds by turns: each again at once while it finds work, else after its pause. Rounds are idempotent and keep what
 * is due in tables, so that a crash between two of them loses nothing.
 */
export function startWorker(rounds: readonly Round[], log: Log): Worker {
  let isRunning = true;
  const timers = new Map<Round, NodeJS.Timeout>();
  const inFlight = new Set<Promise<void>>();
  let drains = Promise.resolve();
  let draining = 0;

  const take = async (round: Round): Promise<boolean> => {
    try {
      return (await round.run()) === true;
    } catch (error) {
      if (isRunning)
        log.error({ event: 'worker.failed', round: round.name, err: error }, `${round.name} failed and is tried again`);
      return false;
    }
  };
  const plan = (round: Round, after_ms: number): void => {
    if (!isRunning) return;
    const timer = setTimeout(() => {
      if (draining > 0) return plan(round, round.every_ms);
      const running = take(round).then((found) => {
        inFlight.delete(running);
        plan(round, found ? 0 : round.every_ms);
      });
      inFlight.add(running);
    }, after_ms);
    timers.set(round, timer.unref());
  };
  for (const round of rounds) plan(round, round.every_ms);
  return {
    drain: () => {
      draining += 1;
      // One after the other: two at once would lock what the other is to find.
      drains = drains.then(async () => {
        await Promise.all(inFlight);
        for (const round of rounds) {
          let left = rounds_max;
          while ((await take(round)) && left-- > 0);
        }
        draining -= 1;
      });
      return drains;
    },
    [Symbol.asyncDispose]: async () => {
      isRunning = false;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(inFlight);
    },
  };
}
