import { definitionOfRun } from '@brina/domain/recipes/run-definition';
import { useEffect, useState } from 'react';
import type { RunQuestion } from './forecast.ts';
import type { AnsweredRun, Asked } from './forecast.worker.ts';

/** A run, as far as it says how long it should have taken. */
type Run = {
  readonly id: string;
  readonly state: string;
  /** Stored name of the model that ran it, and the function in the numbering of its family. */
  readonly model: string;
  readonly function: number | null;
  readonly load_kg: number | null;
  readonly plan: readonly Readonly<Record<string, unknown>>[] | null;
};

type ExpectedRun = RunQuestion & { readonly id: string };

/** What is asked of a run that came to its end and told its load; nothing of others. */
function askedOf({ id, state, model, function: code, load_kg, plan }: Run): ExpectedRun[] {
  const definition = plan && code !== null && definitionOfRun(model, code, plan);
  return state === 'ended' && load_kg !== null && definition ? [{ id, model, definition, load_kg }] : [];
}

/**
 * How many minutes each of these runs was expected to take, by its id, as far as it is known. It is reckoned beside the page, one run after
 * another, when they are shown.
 */
export function useExpected(runs: readonly Run[]): ReadonlyMap<string, number> {
  const [known, setKnown] = useState<ReadonlyMap<string, number>>(new Map());
  // By what they are: a list is made anew whenever it is drawn.
  const question = JSON.stringify(runs.flatMap(askedOf));
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
