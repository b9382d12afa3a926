import { isDraining, look_ms, type Reading } from '#core/ingest/intake.ts';

/** While a backlog drains, runs of more than one turn get one part in so many of the time: most are for history. */
const share = 24;

/** Leaves the time to ingestion while it drains a backlog. */
export class Pace {
  #pausedUntil_ms = 0;
  #last: Reading = { at_ms: 0, samples: 0 };

  /** Whether such runs may go on and late facts be looked at; it is asked before each turn. */
  mayCatchUp(now: Reading): boolean {
    const last = this.#last;
    if (now.at_ms - last.at_ms >= look_ms) {
      this.#last = now;
      if (!isDraining(last, now)) this.#pausedUntil_ms = 0;
    }
    return now.at_ms >= this.#pausedUntil_ms;
  }

  /** A turn with such a run is over: while ingestion drained meanwhile, the next one waits. */
  tookTurn(began: Reading, ended: Reading): void {
    this.#pausedUntil_ms = isDraining(began, ended) ? ended.at_ms + (share - 1) * (ended.at_ms - began.at_ms) : 0;
    this.#last = ended;
  }
}
