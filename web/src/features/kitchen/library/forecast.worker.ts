import { answerTo, type ForecastAnswer, type ForecastQuestion } from './forecast.ts';

/** A question and its number, which comes back with the answer. */
export type Asked = { readonly id: number; readonly question: ForecastQuestion };
/** An answer; `failed` where the reckoning broke off. */
export type Answered = { readonly id: number; readonly answer: ForecastAnswer | null; readonly failed?: true };

self.addEventListener('message', ({ data: { id, question } }: MessageEvent<Asked>) => {
  let told: Answered;
  try {
    told = { id, answer: answerTo(question) };
  } catch {
    told = { id, answer: null, failed: true };
  }
  self.postMessage(told);
});
