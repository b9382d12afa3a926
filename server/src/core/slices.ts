import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Does something with each of many, a slice of time after the other: between two of them messages are taken and calls answered. */
export async function inSlices<T>(
  all: readonly T[],
  { clock, slice_ms }: { clock: Clock; slice_ms: number },
  each: (one: T) => void,
): Promise<void> {
  let since = clock.monotonic();
  for (const one of all) {
    if (clock.monotonic() - since > slice_ms) {
      await yieldToOthers();
      since = clock.monotonic();
    }
    each(one);
  }
}
