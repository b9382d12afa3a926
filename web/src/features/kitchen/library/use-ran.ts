import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { type CycleRun, listCycles } from '@brina/contract/calls/kitchen/cycles';
import { familyOf } from '@brina/domain/appliance/families/families';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import type { RecipeDefinition } from '@brina/domain/recipes/recipe';
import { definitionOfRun } from '@brina/domain/recipes/run-definition';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { callQuery } from '../../../lib/query.ts';
import type { RanBefore } from './forecast.ts';
import { functionOf } from './library.data.ts';

/** A kitchen of half a year ago was another one. */
const lookBack_ms = 180 * day_ms;
/** So many of the latest runs say how long such work takes. */
const runs_max = 20;

/**
 * Latest runs of a cycle's function on an appliance that told their load and came to their end: how long such work takes there. None of a
 * prover, whose times are exact.
 * @param mayRun the appliance is one of the reader's company; of another's nothing is asked
 */
export function useRan(
  unit: Appliance | undefined,
  definition: RecipeDefinition,
  mayRun: boolean,
): readonly RanBefore[] {
  const [to] = useState(now);
  const isAsked = mayRun && unit !== undefined && definition.family !== 'PL';
  const { data = [] } = useQuery({
    ...callQuery(listCycles, { params: { id: unit?.serialNumber ?? '' }, query: { from: to - lookBack_ms, to } }),
    enabled: isAsked,
  });
  if (!isAsked) return [];
  const key = functionOf(definition);
  const rows = familyOf(unit.model)?.functions ?? {};
  return data
    .filter((run) => rows[run.function]?.key === key)
    .flatMap((run) => ranOf(run, unit.model))
    .slice(0, runs_max);
}

function ranOf({ state, startedAt, endedAt, load_kg, plan, function: code }: CycleRun, model: string): RanBefore[] {
  const definition = plan && definitionOfRun(model, code, plan);
  if (state !== 'ended' || endedAt === null || load_kg === null || !definition) return [];
  return [{ definition, load_kg, real_min: (endedAt - startedAt) / minute_ms }];
}
