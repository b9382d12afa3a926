import type { Clock, Timer } from './clock.ts';
import type { Log } from './log.ts';

/**
 * Work that waits in tables: one round does a piece of it and says whether there was any. `after` names rounds that are drained
 * before it. `restsFor`: after a turn that found work it waits so many times as long as that took, but no longer than `every_ms`.
 */
export type Round = {
  name: string;
  every_ms: number;
  restsFor?(): number;
  after?: readonly string[];
  run(): Promise<boolean | void>;
};

export type Worker = AsyncDisposable & {
  /**
   * Does everything that is due now (tests drain instead of sleeping). No turn begins by itself meanwhile: it would lock what is
   * due, and look at it before all of it is there.
   */
  drain(): Promise<void>;
};

export type WorkerParts = {
  clock: Clock;
  log: Log;
  /** How many transactions have changed something: where none has, nothing new is due but by time. */
  commits(): number;
};

/** Rounds of one drain: more means that a round never finds an end. */
const rounds_max = 10_000;

/**
 * Runs rounds by turns: each again at once, or after its rest, while it finds work, else after its pause. Rounds are idempotent and
 * keep what is due in tables, so that a crash between two of them loses nothing.
 */
export function startWorker(rounds: readonly Round[], { clock, log }: Omit<WorkerParts, 'commits'>): Worker {
  let isRunning = true;
  const timers = new Map<Round, Timer>();
  const inFlight = new Set<Promise<void>>();
  let drains = Promise.resolve();
  let draining = 0;

  const take = async (round: Round): Promise<boolean> => {
    try {
      return await turn(round);
    } catch (error) {
      if (isRunning) tellFailure(log, round, error);
      return false;
    }
  };
  const plan = (round: Round, after_ms: number): void => {
    if (!isRunning) return;
    const begin = (): void => {
      if (draining > 0) return plan(round, round.every_ms);
      const began_ms = clock.monotonic();
      const running = take(round).then((found) => {
        inFlight.delete(running);
        const rest_ms = (round.restsFor?.() ?? 0) * (clock.monotonic() - began_ms);
        plan(round, found ? Math.min(rest_ms, round.every_ms) : round.every_ms);
      });
      inFlight.add(running);
    };
    timers.set(round, clock.after(after_ms, begin));
  };
  for (const round of rounds) plan(round, round.every_ms);
  return {
    drain: () => {
      draining += 1;
      // One after the other: two at once would lock what the other is to find.
      drains = drains.then(async () => {
        await Promise.all(inFlight);
        for (const round of rounds) await toItsEnd(() => take(round));
        draining -= 1;
      });
      return drains;
    },
    [Symbol.asyncDispose]: async () => {
      isRunning = false;
      for (const timer of timers.values()) timer[Symbol.dispose]();
      await Promise.all(inFlight);
    },
  };
}

/**
 * Runs rounds when it is drained and never by itself: a test says when they look. A round whose pause is longer than
 * `seldom_ms` is left out until its time has come, and all are where nothing has happened since the drain before began: what a
 * round does, or somebody else meanwhile, may be due for one that has had its turn.
 */
export function drainedWorker(rounds: readonly Round[], { clock, log, commits }: WorkerParts): Worker {
  const next_ms = new Map(
    rounds.map((round) => [round, round.every_ms > seldom_ms ? clock.now() + round.every_ms : 0]),
  );
  const shortest_ms = Math.min(...rounds.map(({ every_ms }) => every_ms));
  let drains = Promise.resolve();
  let idle: { since_ms: number; commits: number } | undefined;

  const drain = async (): Promise<void> => {
    const now_ms = clock.now();
    const begun = { since_ms: now_ms, commits: commits() };
    if (idle?.commits === begun.commits && Math.abs(now_ms - idle.since_ms) < shortest_ms) return;
    let failed = false;
    for (const round of rounds) {
      const wait_ms = (next_ms.get(round) ?? 0) - now_ms;
      // Of a longer one the clock was set back, which no timer goes by.
      if (wait_ms > 0 && wait_ms <= round.every_ms) continue;
      if (round.every_ms > seldom_ms) next_ms.set(round, now_ms + round.every_ms);
      await toItsEnd(() =>
        turn(round).catch((error: unknown) => {
          tellFailure(log, round, error);
          failed = true;
          return false;
        }),
      );
    }
    idle = failed ? undefined : begun;
  };
  return {
    drain: () => (drains = drains.then(drain)),
    [Symbol.asyncDispose]: () => drains,
  };
}

/** Rounds with longer pauses look at much for little: in a test, as in life, not before their pause is over. */
const seldom_ms = 10_000;

const turn = async (round: Round): Promise<boolean> => (await round.run()) === true;

async function toItsEnd(take: () => Promise<boolean>): Promise<void> {
  let left = rounds_max;
  while ((await take()) && left-- > 0);
}

const tellFailure = (log: Log, round: Round, error: unknown): void =>
  log.error({ event: 'worker.failed', round: round.name, err: error }, `${round.name} failed and is tried again`);
