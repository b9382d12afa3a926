import { answerTo, type ForecastAnswer, type ForecastQuestion, minutesOf, type RunQuestion } from './forecast.ts';

/** A question about a cycle or the length of a run, and its number, which comes back with the answer. */
export type Asked = { readonly id: number } & ({ readonly question: ForecastQuestion } | { readonly run: RunQuestion });
/** An answer; `failed` where the reckoning broke off. */
export type Answered = { readonly id: number; readonly answer: ForecastAnswer | null; readonly failed?: true };
/** How long a run is expected to take, minutes; null: nobody can say. */
export type AnsweredRun = { readonly id: number; readonly minutes: number | null };

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  const { id } = data;
  let told: Answered | AnsweredRun;
  try {
    told = 'run' in data ? { id, minutes: minutesOf(data.run) } : { id, answer: answerTo(data.question) };
  } catch {
    told = 'run' in data ? { id, minutes: null } : { id, answer: null, failed: true };
  }
  self.postMessage(told);
});
