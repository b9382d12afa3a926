import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { EdgeCounters } from './counters.ts';

/** A unit that reconnects after a cut takes over from itself once; two boxes with one certificate do so for as long as they run. */
const many = 6;
const within_ms = 10 * minute_ms;
/** It is told once in this time. */
const toldEvery_ms = minute_ms;

type Counters = Pick<EdgeCounters, 'takenOver'>;

/** Counts how often connections of a serial number took over from one that was open, and says so when it is often. */
export class TakeOvers {
  readonly #clock: Clock;
  readonly #log: Pick<Log, 'warn'>;
  readonly #counters: Counters;
  /** Moments of the clock that is never set back, by serial number, the latest last. */
  readonly #lately = new Map<string, { at_ms: number[]; told_ms: number }>();

  constructor({ clock, log, counters }: { clock: Clock; log: Pick<Log, 'warn'>; counters: Counters }) {
    this.#clock = clock;
    this.#log = log;
    this.#counters = counters;
  }

  count(serial: string): void {
    this.#counters.takenOver += 1;
    const now_ms = this.#clock.monotonic();
    const known = this.#lately.get(serial) ?? { at_ms: [], told_ms: Number.NEGATIVE_INFINITY };
    known.at_ms = [...known.at_ms.filter((at_ms) => now_ms - at_ms < within_ms), now_ms];
    this.#lately.set(serial, known);
    const count = known.at_ms.length;
    if (count < many || now_ms - known.told_ms < toldEvery_ms) return;
    known.told_ms = now_ms;
    this.#log.warn(
      { event: 'edge.taken-over', serial, count },
      `${count} connections of appliance ${serial} took over from one another in ten minutes: two boxes may have its certificate`,
    );
  }

  /** Forgets those of which there was none lately. */
  forget(): void {
    const now_ms = this.#clock.monotonic();
    for (const [serial, { at_ms }] of this.#lately)
      if (now_ms - (at_ms.at(-1) ?? 0) >= within_ms) this.#lately.delete(serial);
  }
}
