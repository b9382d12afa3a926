import { minute_ms } from '@brina/domain/language/durations';
import { useCallback, useSyncExternalStore } from 'react';
import { now } from './clock.ts';

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
