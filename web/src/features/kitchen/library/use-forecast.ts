import { useEffect, useRef, useState } from 'react';
import type { ForecastAnswer, ForecastQuestion } from './forecast.ts';
import type { Answered } from './forecast.worker.ts';

/** A forecast as far as it is known: `answer` is of a former question while the present one is reckoned. */
export type ForecastState = { readonly answer: ForecastAnswer | null; readonly isStale: boolean };

/**
 * The forecast of a cycle, reckoned beside the page. While somebody types only the latest question counts: those that came while the worker
 * was at work on one are dropped but for the last.
 * @param question null: there is nothing to ask, such as a definition with faults; it must be the same object as long as it asks the same
 */
export function useForecast(question: ForecastQuestion | null): ForecastState {
  const [answered, setAnswered] = useState<{ question: ForecastQuestion; answer: ForecastAnswer | null } | null>(null);
  const desk = useRef<Desk | null>(null);
  useEffect(() => {
    const opened = new Desk((about, answer) => setAnswered({ question: about, answer }));
    desk.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    if (question) desk.current?.ask(question);
  }, [question]);
  return { answer: answered?.answer ?? null, isStale: question !== null && answered?.question !== question };
}

/** A worker, and what it is asked: one question at a time, and the latest of those that wait. */
class Desk {
  readonly #worker = new Worker(new URL('./forecast.worker.ts', import.meta.url), { type: 'module' });
  readonly #tell: (question: ForecastQuestion, answer: ForecastAnswer | null) => void;
  #current: { readonly id: number; readonly question: ForecastQuestion } | null = null;
  #next: ForecastQuestion | null = null;
  #count = 0;

  constructor(tell: (question: ForecastQuestion, answer: ForecastAnswer | null) => void) {
    this.#tell = tell;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => this.#hear(data));
  }

  ask(question: ForecastQuestion): void {
    if (this.#current) this.#next = question;
    else this.#send(question);
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(question: ForecastQuestion): void {
    this.#current = { id: ++this.#count, question };
    this.#worker.postMessage(this.#current);
  }

  #hear({ id, answer }: Answered): void {
    const current = this.#current;
    if (current?.id !== id) return;
    this.#current = null;
    this.#tell(current.question, answer);
    const next = this.#next;
    this.#next = null;
    if (next) this.#send(next);
  }
}
