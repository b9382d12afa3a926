import { second_ms } from '@brina/domain/language/durations';

/**
 * Where ingestion takes in more facts a second than this, it is draining a backlog: late facts then get one part in so many of the
 * time, for they are history, and a unit whose messages are not acknowledged keeps them.
 */
const draining_per_s = 2000;
const share = 12;
/** A pause is over when less came in this long. */
const looksBack_ms = 400;

/** A moment of the clock that is never set back, and how many facts had been heard by then. */
export type Reading = { at_ms: number; heard: number };

/** Leaves the time to ingestion while it drains a backlog. */
export class Pace {
  #pause: (Reading & { until_ms: number }) | null = null;

  /** Whether late facts may be looked at. */
  mayCatchUp(now: Reading): boolean {
    const pause = this.#pause;
    if (pause === null || now.at_ms >= pause.until_ms) return true;
    return now.at_ms - pause.at_ms >= looksBack_ms && !isDraining(pause, now);
  }

  /** A turn with late facts is over: while ingestion drained meanwhile, the next one waits. */
  tookTurn(began: Reading, ended: Reading): void {
    const until_ms = ended.at_ms + (share - 1) * (ended.at_ms - began.at_ms);
    this.#pause = isDraining(began, ended) ? { ...ended, until_ms } : null;
  }
}

const isDraining = (from: Reading, to: Reading): boolean =>
  (to.heard - from.heard) * second_ms > draining_per_s * (to.at_ms - from.at_ms);
