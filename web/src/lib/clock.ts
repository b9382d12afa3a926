import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { useCallback, useSyncExternalStore } from 'react';

/** Below this a difference from the server's clock is its rounding to whole seconds and the way there and back. */
const offsetNoise_ms = 2 * second_ms;

let serverOffset_ms = 0;

/**
 * The present moment in epoch ms, by the server's clock: ages and remaining times are counted from stamps the server made, and a
 * tablet on a kitchen wall may be minutes off.
 */
export const now = (): number => Date.now() + serverOffset_ms;

/** Learns the server's clock from the `Date` header of a reply, whose request left at `sent_ms` of our own clock. */
export function learnServerTime(dateHeader: string | null, sent_ms: number): void {
  const server_ms = Date.parse(dateHeader ?? '');
  if (Number.isNaN(server_ms)) return;
  // The header is cut to whole seconds: on average the moment was half a second later.
  const offset_ms = server_ms + 500 - (sent_ms + Date.now()) / 2;
  if (Math.abs(offset_ms - serverOffset_ms) > offsetNoise_ms) serverOffset_ms = offset_ms;
}

/** The present moment for a request that leaves now, by our own clock: the counterpart of `learnServerTime`. */
export const ownClock = (): number => Date.now();

/** The present moment, cut to whole steps and renewed at each: `useNow(minute_ms)` renders once a minute. */
export function useNow(step_ms: number): number {
  const subscribe = useCallback(
    (changed: () => void) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = (): void => {
        timer = setTimeout(
          () => {
            changed();
            wait();
          },
          step_ms - (now() % step_ms),
        );
      };
      wait();
      return () => clearTimeout(timer);
    },
    [step_ms],
  );
  return useSyncExternalStore(subscribe, () => Math.floor(now() / step_ms) * step_ms);
}

/** How long requests about the latest past stay the same: between two of them what is shown grows by the live values. */
export const spanStep_ms = 5 * minute_ms;

/** The end of a span that reaches to the present: ahead by at most {@link spanStep_ms}, so that what happens meanwhile is in it. */
export const useSpanEnd = (): number => useNow(spanStep_ms) + spanStep_ms;
