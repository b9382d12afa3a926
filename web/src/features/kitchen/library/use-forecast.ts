import { useEffect, useRef, useState } from 'react';
import type { ForecastAnswer, ForecastQuestion } from './forecast.ts';
import type { Answered } from './forecast.worker.ts';

/** A forecast as far as it is known. */
export type ForecastState = {
  /** Of a former question while the present one is reckoned. */
  readonly answer: ForecastAnswer | null;
  readonly isStale: boolean;
  /** Asks the present question once more; null unless its reckoning failed. */
  readonly retry: (() => void) | null;
};

/** What became of a question, which is written as JSON: whatever says the same is the same. */
type Told = { readonly asked: string } & Pick<Answered, 'answer' | 'failed'>;

/**
 * The forecast of a cycle, reckoned beside the page. While somebody types only the latest question counts: those that came while the worker
 * was at work on one are dropped but for the last.
 * @param question null: there is nothing to ask, such as a definition with faults
 */
export function useForecast(question: ForecastQuestion | null): ForecastState {
  const [told, setTold] = useState<Told | null>(null);
  const desk = useRef<Desk | null>(null);
  useEffect(() => {
    const opened = new Desk(setTold);
    desk.current = opened;
    return () => opened.close();
  }, []);
  const asked = question && JSON.stringify(question);
  useEffect(() => {
    if (asked !== null) desk.current?.ask(asked);
  }, [asked]);
  const isTold = told?.asked === asked;
  const retry = () => {
    setTold(null);
    if (asked !== null) desk.current?.ask(asked);
  };
  return {
    answer: told?.answer ?? null,
    isStale: asked !== null && !isTold,
    retry: isTold && told?.failed ? retry : null,
  };
}

/** A worker, and what it is asked: one question at a time, and the latest of those that wait. One that breaks is replaced for the next. */
class Desk {
  readonly #tell: (told: Told) => void;
  #worker: Worker | null = null;
  #current: { readonly id: number; readonly asked: string } | null = null;
  #next: string | null = null;
  #count = 0;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  ask(asked: string): void {
    if (this.#current) this.#next = asked;
    else this.#send(asked);
  }

  close(): void {
    this.#worker?.terminate();
  }

  #send(asked: string): void {
    this.#current = { id: ++this.#count, asked };
    this.#worker ??= this.#open();
    this.#worker.postMessage({ id: this.#current.id, question: JSON.parse(asked) as ForecastQuestion });
  }

  #open(): Worker {
    const worker = new Worker(new URL('./forecast.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      if (data.id === this.#current?.id) this.#hear(data);
    });
    // Its file did not come, or its answer cannot be read.
    const broken = () => {
      worker.terminate();
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#hear({ answer: null, failed: true });
    };
    worker.addEventListener('error', broken);
    worker.addEventListener('messageerror', broken);
    return worker;
  }

  #hear({ answer, failed }: Pick<Answered, 'answer' | 'failed'>): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    this.#tell({ asked: current.asked, answer, ...(failed && { failed }) });
    const next = this.#next;
    this.#next = null;
    if (next !== null) this.#send(next);
  }
}
