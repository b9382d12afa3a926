import { systemClock } from '../clock.ts';

/** A test whose fact never comes ends by this, on a machine however busy. */
const limit_ms = 60_000;

/** What arrives bit by bit, and the tests that wait for a part of it: they look again at each arrival, and at no other time. */
export class Arrivals {
  #next = Promise.withResolvers<void>();

  /** Something arrived, or nothing will any more. */
  note(): void {
    const arrived = this.#next;
    this.#next = Promise.withResolvers();
    arrived.resolve();
  }

  /**
   * Resolves with what `pick` finds as soon as it finds something.
   * @throws what `pick` throws, and when it finds nothing for a minute
   */
  async first<T>(what: string, pick: () => T): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
    const late = Promise.withResolvers<never>();
    using _limit = systemClock.after(limit_ms, () => late.reject(new Error(`never came: ${what}`)));
    for (;;) {
      const next = this.#next.promise;
      const found = pick();
      if (found) return found as Exclude<T, undefined | null | false | 0 | ''>;
      await Promise.race([next, late.promise]);
    }
  }
}
