import { second_ms } from '@brina/domain/language/durations';

/**
 * Where ingestion takes in more facts a second than this, it is draining a backlog: late facts then get one part in so many of the
 * time, for they are history, and a unit whose messages are not acknowledged keeps them.
 */
const draining_per_s = 2000;
const share = 24;
/** Whether a backlog still drains is told by what came in at least this long. */
const look_ms = 400;

/** A moment of the clock that is never set back, and how many facts had been heard by then. */
export type Reading = { at_ms: number; heard: number };

/** Leaves the time to ingestion while it drains a backlog. */
export class Pace {
  #pausedUntil_ms = 0;
  #last: Reading = { at_ms: 0, heard: 0 };

  /** Whether late facts may be looked at; it is asked before each turn. */
  mayCatchUp(now: Reading): boolean {
    const last = this.#last;
    if (now.at_ms - last.at_ms >= look_ms) {
      this.#last = now;
      if (!isDraining(last, now)) this.#pausedUntil_ms = 0;
    }
    return now.at_ms >= this.#pausedUntil_ms;
  }

  /** A turn with late facts is over: while ingestion drained meanwhile, the next one waits. */
  tookTurn(began: Reading, ended: Reading): void {
    this.#pausedUntil_ms = isDraining(began, ended) ? ended.at_ms + (share - 1) * (ended.at_ms - began.at_ms) : 0;
    this.#last = ended;
  }
}

const isDraining = (from: Reading, to: Reading): boolean =>
  (to.heard - from.heard) * second_ms > draining_per_s * (to.at_ms - from.at_ms);
