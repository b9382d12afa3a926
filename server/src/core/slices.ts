import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Long work on this thread, cut into slices: others have their turn whenever `slice_ms` have passed since they last had one. */
export class Slices {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #slice_ms: number;
  #since: number;

  constructor(clock: Pick<Clock, 'monotonic'>, slice_ms: number) {
    this.#clock = clock;
    this.#slice_ms = slice_ms;
    this.#since = clock.monotonic();
  }

  /** Does something with each of many, in order. Short ones one after the other share a slice. */
  async each<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
    for (const one of all) {
      if (this.#clock.monotonic() - this.#since > this.#slice_ms) {
        await yieldToOthers();
        this.#since = this.#clock.monotonic();
      }
      each(one);
    }
  }
}
