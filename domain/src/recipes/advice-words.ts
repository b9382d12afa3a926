/** Which text tells a piece of advice, and the values in it. */
import type { Values } from '../language/messages.ts';
import type { adviceMessages } from './advice.messages.ts';
import type { Advice } from './advice.ts';

/** Key of a text of `advice.messages.ts`. */
export type AdviceKey = keyof typeof adviceMessages.texts;

/** How the reader sees what stands in the texts. */
export type AdviceShown = {
  readonly temperature: (value: number) => string;
  /** A length of time, from minutes. */
  readonly duration: (minutes: number) => string;
  /** Word of the verdict that proves nothing. */
  readonly notProven: string;
};

/** The text of a piece of advice, and the values it is filled with; phases are counted from 1, as people do. */
export function adviceWords(advice: Advice, shown: AdviceShown): { readonly key: AdviceKey; readonly values: Values } {
  const { temperature, duration, notProven } = shown;
  const key = advice.code;
  switch (advice.code) {
    case 'hold_too_warm':
      return {
        key,
        values: { n: advice.phase + 1, air: temperature(advice.air), max: temperature(advice.max) },
      };
    case 'kill_step_short':
      return {
        key,
        values: { n: advice.phase + 1, core: temperature(advice.core), time: duration(advice.least_min) },
      };
    case 'no_probe_end':
      return { key, values: { verdict: notProven } };
    case 'slow_through_danger':
      return { key, values: { time: duration(advice.min) } };
    case 'cold_after_hot_missing':
    case 'parasite_short':
      return { key, values: {} };
  }
}
