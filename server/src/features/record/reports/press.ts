import { Worker } from 'node:worker_threads';
import { minute_ms } from '@brina/domain/language/durations';
import type { Clock } from '#core/clock.ts';
import type { FromPress, Order, PeriodOrder, ToPress } from './press-thread.ts';

/** A thread that waits for work keeps fonts in memory: it ends after so long. */
const idle_ms = 2 * minute_ms;

/** A report of five thousand records takes less: without a bound the thread would let its garbage lie. */
const heap_max_MB = 200;

type Waiting = { resolve: (file: Uint8Array) => void; reject: (cause: Error) => void };

/** Makes files of records in a thread beside the portal, one after the other. It starts with the first order, and ends when there is none. */
export class Press {
  readonly #clock: Clock;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: Disposable | undefined;
  #nth = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many orders wait, the one that is printed included. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws Error what the thread said, or that it ended */
  print(order: Order | PeriodOrder): Promise<Uint8Array> {
    this.#idle?.[Symbol.dispose]();
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    const nth = this.#nth++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(nth, { resolve, reject });
      worker.postMessage({ nth, order } satisfies ToPress);
    });
  }

  #start(): Worker {
    // Without the arguments of this process: a tether to the launcher is not the worker's.
    const worker = new Worker(new URL('./press-thread.ts', import.meta.url), {
      name: 'press',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: heap_max_MB },
    });
    worker.on('message', (answer: FromPress) => this.#answered(answer));
    worker.on('error', (cause) => this.#ended(worker, cause as Error));
    worker.on('exit', () => this.#ended(worker, new Error('The thread that makes files ended.')));
    return worker;
  }

  #answered(answer: FromPress): void {
    const waiting = this.#waiting.get(answer.nth);
    this.#waiting.delete(answer.nth);
    if ('file' in answer) waiting?.resolve(answer.file);
    else waiting?.reject(new Error(answer.fault));
    if (this.#waiting.size > 0) return;
    const worker = this.#worker;
    // Nothing to wait for: the portal may end.
    worker?.unref();
    // Not `after`, which the end of the portal would wait for.
    this.#idle = this.#clock.every(idle_ms, () => {
      this.#idle?.[Symbol.dispose]();
      if (this.#worker === worker) this.#worker = undefined;
      void worker?.terminate();
    });
  }

  #ended(worker: Worker, cause: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(cause);
    this.#waiting.clear();
  }
}

/** The presses of portals, by their clocks: one for all whom a record is made for while they wait. */
const presses = new WeakMap<Clock, Press>();

/** The press of records that somebody waits for; a report of a period has its own. */
export function pressOf(clock: Clock): Press {
  const press = presses.get(clock) ?? new Press(clock);
  presses.set(clock, press);
  return press;
}
