import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '../clock.ts';

/** A unit that reconnects after a cut takes over from itself once; two boxes with one certificate do so for as long as they run. */
const many = 6;
const within_ms = 10 * minute_ms;
/** It is told once in this time. */
const toldEvery_ms = minute_ms;

/** Counts how often connections of a serial number took over from one that was open. */
export class TakeOvers {
  readonly #clock: Clock;
  /** Moments of the clock that is never set back, by serial number, the latest last. */
  readonly #lately = new Map<string, { at_ms: number[]; told_ms: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one. @returns how many there were in the last ten minutes, when somebody is to be told; else undefined */
  count(serial: string): number | undefined {
    const now_ms = this.#clock.monotonic();
    const known = this.#lately.get(serial) ?? { at_ms: [], told_ms: Number.NEGATIVE_INFINITY };
    known.at_ms = [...known.at_ms.filter((at_ms) => now_ms - at_ms < within_ms), now_ms];
    this.#lately.set(serial, known);
    if (known.at_ms.length < many || now_ms - known.told_ms < toldEvery_ms) return undefined;
    known.told_ms = now_ms;
    return known.at_ms.length;
  }

  /** Forgets those of which there was none lately. */
  forget(): void {
    const now_ms = this.#clock.monotonic();
    for (const [serial, { at_ms }] of this.#lately)
      if (now_ms - (at_ms.at(-1) ?? 0) >= within_ms) this.#lately.delete(serial);
  }
}
