import { second_ms } from '@brina/domain/language/durations';
import type { Database } from '../db/database.ts';

/**
 * Where ingestion commits more samples a second than this, it is draining a backlog; a fleet at its cadence comes to as much
 * with 45,000 units, and would need another limit.
 */
const draining_per_s = 2000;
/** Whether one still drains is told by what came in at least this long. */
export const look_ms = 400;

/** How many samples ingestion had committed at a moment of the clock that is never set back. */
export type Reading = { at_ms: number; samples: number };

/** Whether ingestion drained a backlog between two readings. */
export const isDraining = (from: Reading, to: Reading): boolean =>
  (to.samples - from.samples) * second_ms > draining_per_s * (to.at_ms - from.at_ms);

/**
 * What ingestion of this process has committed. While it drains a backlog, work that may wait leaves the time to it: a unit whose messages
 * are not acknowledged keeps them.
 */
export class Intake {
  #samples = 0;
  #last: Reading = { at_ms: 0, samples: 0 };
  #drains = false;

  /** Counts samples that are committed. */
  count(samples: number): void {
    this.#samples += samples;
  }

  /** @param at_ms by the clock that is never set back */
  reading(at_ms: number): Reading {
    return { at_ms, samples: this.#samples };
  }

  /** Whether a backlog drains, as far as is known. @param at_ms by the clock that is never set back */
  drains(at_ms: number): boolean {
    const now = this.reading(at_ms);
    if (at_ms - this.#last.at_ms < look_ms) return this.#drains;
    this.#drains = isDraining(this.#last, now);
    this.#last = now;
    return this.#drains;
  }
}

const intakes = new WeakMap<Database, Intake>();

/** What the ingestion into this database has committed: ingestion counts it, rounds look at it. */
export function intakeOf(db: Database): Intake {
  const known = intakes.get(db);
  if (known) return known;
  const intake = new Intake();
  intakes.set(db, intake);
  return intake;
}
