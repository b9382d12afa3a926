import type { Clock } from '../clock.ts';

/** A clock that stands still until a test moves it on. */
export type StillClock = Clock & {
  /** Moves on; what becomes due on the way is done at its moment, in order. */
  advance(wait_ms: number): void;
  /** Resolves when somebody next plans something: whoever lost a connection then waits for another try. */
  planned(): Promise<void>;
};

/** Makes one that shows an instant, epoch ms. */
export function stillClock(now_ms: number): StillClock {
  const plans = new Set<{ due_ms: number; run: () => void }>();
  let now = now_ms;
  let planned = Promise.withResolvers<void>();

  const plan = (due_ms: number, run: () => void): Disposable => {
    const one = { due_ms, run };
    plans.add(one);
    planned.resolve();
    planned = Promise.withResolvers();
    return { [Symbol.dispose]: () => void plans.delete(one) };
  };
  // The sort is stable and a set keeps its order: of one moment, the plan made first is the first.
  const nextBy = (until: number) =>
    [...plans].filter(({ due_ms }) => due_ms <= until).sort((a, b) => a.due_ms - b.due_ms)[0];

  return {
    now: () => now,
    after: (wait_ms, run) => plan(now + wait_ms, run),
    every(interval_ms, run) {
      let turn: Disposable;
      const again = (): void => {
        turn = plan(now + interval_ms, () => {
          again();
          run();
        });
      };
      again();
      return { [Symbol.dispose]: () => turn[Symbol.dispose]() };
    },
    advance(wait_ms) {
      const until = now + wait_ms;
      for (let next = nextBy(until); next; next = nextBy(until)) {
        plans.delete(next);
        now = Math.max(now, next.due_ms);
        next.run();
      }
      now = until;
    },
    planned: () => planned.promise,
  };
}
