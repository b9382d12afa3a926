import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock, type Timer } from '../clock.ts';
import type { Database } from '../db/database.ts';

/** Acts that wait for something else than the database are not waited for longer: the order is theirs then. */
const patience_ms = 50;

/**
 * Decides in which order the transactions of acts that happen at the same moment come: by a seed, so that a race can be run again.
 * On the embedded database each ends before the next begins, which is all there is to decide; on PostgreSQL they may overlap
 * after that, as they like.
 */
export class Interleaver {
  readonly #random: () => number;
  readonly #waiting: (() => void)[] = [];
  /** Acts of the race that are not over; 0 while there is none. */
  #acting = 0;
  /** Whether the one that was let in is to end before the next. */
  #isTaken = false;
  #impatience: Timer | undefined;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** The database, behind a gate that stands open but for races. */
  gated(db: Database): Database {
    const inside = new AsyncLocalStorage<boolean>();
    const behind = async <T>(run: () => Promise<T>): Promise<T> => {
      // A handle inside a handle is not kept waiting for itself: the database refuses it.
      if (this.#acting === 0 || inside.getStore()) return run();
      await this.#turn(db.kind === 'pglite');
      try {
        return await inside.run(true, run);
      } finally {
        this.#isTaken = false;
        this.#look();
      }
    };
    return {
      ...db,
      read: (work) => behind(() => db.read(work)),
      write: (work) => behind(() => db.write(work)),
    };
  }

  /** Lets acts happen at the same moment; resolves when all are over, with how each ended. */
  async race<T>(acts: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
    if (this.#acting > 0) throw new Error('one race at a time');
    this.#acting = acts.length;
    try {
      return await Promise.allSettled(
        acts.map((act) =>
          act().finally(() => {
            this.#acting -= 1;
            this.#look();
          }),
        ),
      );
    } finally {
      this.#acting = 0;
      this.#look();
    }
  }

  #turn(alone: boolean): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push(() => {
        this.#isTaken = alone;
        begin();
      });
      this.#look();
    });
  }

  /** Lets in one of those who wait, when every act that is not over waits. */
  #look(): void {
    this.#impatience?.[Symbol.dispose]();
    if (this.#isTaken || this.#waiting.length === 0) return;
    if (this.#waiting.length >= this.#acting) this.#letIn();
    else this.#impatience = systemClock.after(patience_ms, () => this.#letIn());
  }

  #letIn(): void {
    const [next] = this.#waiting.splice(Math.floor(this.#random() * this.#waiting.length), 1);
    next?.();
    if (!this.#isTaken) this.#look();
  }
}
