import { useEffect, useState } from 'react';
import type { RunQuestion } from './forecast.ts';
import type { AnsweredRun, Asked } from './forecast.worker.ts';

/** A run and what is asked of it. */
export type ExpectedRun = RunQuestion & { readonly id: string };

/**
 * How many minutes each of these runs was expected to take, by its id, as far as it is known. It is reckoned beside the page, one run after
 * another, when they are shown.
 */
export function useExpected(runs: readonly ExpectedRun[]): ReadonlyMap<string, number> {
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  // By what they are: a list is made anew whenever it is drawn.
  const question = JSON.stringify(runs);
  useEffect(() => {
    const asked = JSON.parse(question) as readonly ExpectedRun[];
    if (asked.length === 0) return;
    const worker = new Worker(new URL('./forecast.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { id: place, minutes } }: MessageEvent<AnsweredRun>) => {
      const run = asked[place];
      if (run && minutes !== null) setKnown((before) => new Map(before).set(run.id, minutes));
    });
    for (const [place, { id: _, ...run }] of asked.entries()) worker.postMessage({ id: place, run } satisfies Asked);
    return () => worker.terminate();
  }, [question]);
  return known;
}
