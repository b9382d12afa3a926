import { second_ms } from '@brina/domain/language/durations';
import { useCallback, useEffect, useState } from 'react';

/** How long a page stands: long enough to read a dozen tiles from across the room. */
const page_ms = 15 * second_ms;

/** Pages that turn by themselves. `turn` goes to one and starts its time anew; `pause` stops and resumes. */
export function usePages(count: number): {
  page: number;
  paused: boolean;
  turn: (page: number) => void;
  pause: () => void;
} {
  const [at, turn] = useState(0);
  const [paused, setPaused] = useState(false);
  // Appliances come and go: the page may be gone.
  const page = at < count ? at : 0;
  useEffect(() => {
    if (paused || count < 2) return;
    const timer = setTimeout(() => turn((page + 1) % count), page_ms);
    return () => clearTimeout(timer);
  }, [page, count, paused]);
  return { page, paused, turn, pause: useCallback(() => setPaused((is) => !is), []) };
}
