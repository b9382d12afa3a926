import { limits } from '@brina/contract/devices';
import { minute_ms } from '@brina/domain/language/durations';
import type { OutboxEntry } from '../outbox/entry.ts';
import type { Outbox } from '../outbox/outbox.ts';

/** A message is live while its last fact is younger than this … */
const live_ms = 30_000;
/** … and its first no older than this: what a slow edge let pile up is live, what a cut did is backlog. */
const liveSpan_ms = 2 * minute_ms;
/** Of the window this much is kept free for live messages while a backlog drains. */
const liveReserve = 4;
/** A backlog drains at this many messages a second, unless it is a history that nobody else waits behind. */
export const backlogRate_per_s = 10;
/** What the bus took may wait this long for its acknowledgement before it is sent again. */
const resendAfter_ms = minute_ms;

/** A message on its way. */
export type Flight = { readonly sentAt_ms: number; taken: boolean };

/** Which messages go next: the newest first, then the backlog at an even rate, and never more than the window at once. */
export class SendWindow {
  readonly #outbox: Outbox;
  readonly #inFlight = new Map<number, Flight>();
  #rate_per_s = backlogRate_per_s;
  #backlogFrom_ms = 0;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
  }

  set rate_per_s(messages_per_s: number) {
    this.#rate_per_s = messages_per_s;
  }

  /** A connection is over: nothing is on its way. */
  clear(): void {
    this.#inFlight.clear();
  }

  /** Messages that have arrived, by range, and single ones that were refused. */
  arrived(got: readonly (readonly [number, number])[], bad: readonly (readonly [number, string])[]): void {
    for (const seq of this.#inFlight.keys()) {
      if (got.some(([from, to]) => seq >= from && seq <= to) || bad.some(([refused]) => refused === seq))
        this.#inFlight.delete(seq);
    }
  }

  /** Sends what can be sent; returns when the backlog goes on (epoch ms), null when nothing has to wait for that. */
  pump(now: number, send: (entry: OutboxEntry, late: boolean, flight: Flight) => void): number | null {
    this.#forgetSilent(now);
    const take = (entry: OutboxEntry, late: boolean): void => {
      const flight: Flight = { sentAt_ms: now, taken: false };
      this.#inFlight.set(entry.seq, flight);
      send(entry, late, flight);
    };
    const late: OutboxEntry[] = [];
    for (const entry of this.#outbox.entries()) {
      if (this.#inFlight.has(entry.seq)) continue;
      const isFresh = now - entry.lastTrue_ms <= live_ms;
      if (isFresh && now - entry.stamp.true_ms <= liveSpan_ms) {
        if (this.#inFlight.size < limits.window) take(entry, false);
      } else if (isFresh || !this.#outbox.isOpen(entry)) late.push(entry);
    }
    for (const entry of late) {
      if (this.#inFlight.size >= limits.window - liveReserve) return null;
      if (now < this.#backlogFrom_ms) return this.#backlogFrom_ms;
      // A short burst, then the even rate: the share of a second each message takes is booked ahead.
      this.#backlogFrom_ms = Math.max(this.#backlogFrom_ms, now - 1000) + 1000 / this.#rate_per_s;
      take(entry, true);
    }
    return null;
  }

  /** What the bus took but nobody acknowledged may have been lost behind it; sending it again does no harm. */
  #forgetSilent(now: number): void {
    for (const [seq, flight] of this.#inFlight) {
      if (flight.taken && now - flight.sentAt_ms > resendAfter_ms) this.#inFlight.delete(seq);
    }
  }
}
