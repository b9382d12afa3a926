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

/** What became of a question. */
type Told = { readonly question: ForecastQuestion } & Pick<Answered, 'answer' | 'failed'>;

/**
 * The forecast of a cycle, reckoned beside the page. While somebody types only the latest question counts: those that came while the worker
 * was at work on one are dropped but for the last.
 * @param question null: there is nothing to ask, such as a definition with faults; it must be the same object as long as it asks the same
 */
export function useForecast(question: ForecastQuestion | null): ForecastState {
  const [told, setTold] = useState<Told | null>(null);
  const desk = useRef<Desk | null>(null);
  useEffect(() => {
    const opened = new Desk(setTold);
    desk.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (question) desk.current?.ask(question);
  }, [question]);
  const isTold = told?.question === question;
  const retry = () => {
    setTold(null);
    if (question) desk.current?.ask(question);
  };
  return {
    answer: told?.answer ?? null,
    isStale: question !== null && !isTold,
    retry: isTold && told?.failed ? retry : null,
  };
}

/** A worker, and what it is asked: one question at a time, and the latest of those that wait. One that breaks is replaced for the next. */
class Desk {
  readonly #tell: (told: Told) => void;
  #worker: Worker | null = null;
  #current: { readonly id: number; readonly question: ForecastQuestion } | null = null;
  #next: ForecastQuestion | null = null;
  #count = 0;

  constructor(tell: (told: Told) => void) {
    this.#tell = tell;
  }

  ask(question: ForecastQuestion): void {
    if (this.#current) this.#next = question;
    else this.#send(question);
  }

  close(): void {
    this.#worker?.terminate();
  }

  #send(question: ForecastQuestion): void {
    this.#current = { id: ++this.#count, question };
    this.#worker ??= this.#open();
    this.#worker.postMessage(this.#current);
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
    this.#tell({ question: current.question, answer, ...(failed && { failed }) });
    const next = this.#next;
    this.#next = null;
    if (next) this.#send(next);
  }
}
