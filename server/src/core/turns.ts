import { type Name, NamedQueue } from './named-queue.ts';

/** Too many wait, and most of them under the name of this piece of work, of which it came last. */
export class NoTurn extends Error {}

/**
 * A gate that lets a few pieces of work through at once; the others wait. Names take turns, so that a crowd of one name delays another by
 * one turn only, and where too many wait the crowd's last one goes.
 */
export class Turns {
  readonly #parallel: number;
  readonly #waiting_max: number;
  readonly #waiting = new NamedQueue<(hasTurn: boolean) => void>();
  #running = 0;

  constructor({ parallel, waiting_max = Number.POSITIVE_INFINITY }: { parallel: number; waiting_max?: number }) {
    this.#parallel = parallel;
    this.#waiting_max = waiting_max;
  }

  /** Whether nothing runs, nor waits. */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /**
   * Does a piece of work when it is its turn.
   * @throws NoTurn when it has none
   */
  async run<T>(work: () => Promise<T>, name?: Name): Promise<T> {
    if (this.#running < this.#parallel) this.#running += 1;
    else if (!(await this.#turn(name))) throw new NoTurn('too many wait');
    try {
      return await work();
    } finally {
      // Whoever leaves hands its place on: nobody comes in between.
      const next = this.#waiting.take();
      if (next) next(true);
      else this.#running -= 1;
    }
  }

  #turn(name: Name): Promise<boolean> {
    return new Promise((answer) => {
      this.#waiting.add(name, answer);
      if (this.#waiting.size > this.#waiting_max) this.#waiting.takeLastOfMost()?.(false);
    });
  }
}
