import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Does something with each of many, in order, and lets others have their turn whenever `slice_ms` have passed. */
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
