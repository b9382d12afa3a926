/** Cycles of a kitchen's own, and how often its cooks take which. */
import type { BlastModelRow } from '@brina/domain/appliance/families/family';
import type { StartCycleArgs } from '@brina/domain/cycles/cycle-plan';
import { compatibility, type RunningUnit } from '@brina/domain/recipes/compatibility';
import type { BlastDefinition, RecipeSector } from '@brina/domain/recipes/recipe';
import type { Random } from '../random.ts';

/** A cycle that a kitchen has in its library. */
export type KitchenCycle = {
  readonly number: number;
  readonly version: number;
  readonly hash: string;
  readonly sector: RecipeSector;
  /** What is made with it. */
  readonly product: string;
  readonly definition: BlastDefinition;
};

/** Of so many batches a cook who has cycles of the kitchen's own takes one of them. */
const ownShare = 0.7;

/** Codes of the functions that freeze, in the numbering of MF. */
const freezing = 1;

/**
 * The cycle that somebody takes for a batch, by Zipf's law: the second of those that fit half as often as the first, the third a third as
 * often; null: none of the kitchen's own.
 */
export function takenCycle(
  cycles: readonly KitchenCycle[],
  { sector, freezes }: { readonly sector: RecipeSector; readonly freezes: boolean },
  dice: Random,
): KitchenCycle | null {
  const fitting = cycles.filter(
    (cycle) => cycle.sector === sector && (cycle.definition.function === freezing) === freezes,
  );
  if (fitting.length === 0 || !dice.chance(ownShare)) return null;
  const weights = fitting.map((_, rank) => 1 / (rank + 1));
  let left = dice.between(
    0,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  return fitting.find((_, rank) => (left -= weights[rank] ?? 0) <= 0) ?? fitting[0] ?? null;
}

/** The start of a cycle on a unit, adapted to its model where it has to be; null: it does not run it. */
export function startOf(
  { number, version, hash, definition }: KitchenCycle,
  model: BlastModelRow,
  unit: RunningUnit,
): StartCycleArgs | null {
  const fit = compatibility(definition, model, unit);
  if (fit.kind === 'refused' || fit.definition.family === 'PL') return null;
  const { function: code, phases } = fit.definition;
  return { function: code, phases, source: { id: number, v: version, h: hash } };
}
