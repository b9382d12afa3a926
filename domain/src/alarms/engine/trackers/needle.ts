/** The core probe in the last minutes of a cycle: whether it lies in food. */

import {
  airMoves_K,
  awayFor_ms,
  awayFromAir_K,
  differenceVaries_K,
  followCoverage_ms,
  followWindow_ms,
  staysWithin_K,
} from '../../../haccp/needle-in-air.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { NeedleMemory, Point } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';

/** Nothing known yet. */
export const freshNeedle = (): NeedleMemory => ({
  cycleAt: 0,
  points: [],
  inAir: null,
  awaySince: null,
  apart: false,
});

/** Points are kept this far apart, for this long. */
const apart_ms = 20_000;
const kept_ms = 11 * minute_ms;
const correlated = 0.98;

/** Takes a sample in. */
export function noteNeedle(memory: NeedleMemory, unit: UnitView): void {
  const { at, cycle } = unit;
  if (!unit.inCycle || cycle === null) {
    if (memory.points.length > 0) Object.assign(memory, freshNeedle());
    return;
  }
  if (cycle.startedAt !== memory.cycleAt) Object.assign(memory, { ...freshNeedle(), cycleAt: cycle.startedAt });
  const { coreMin, coreMax, cell } = unit;
  if (coreMin === null || coreMax === null || cell === null) return;
  const away = coreMin - cell >= awayFromAir_K || cell - coreMax >= awayFromAir_K;
  memory.awaySince = away ? (memory.awaySince ?? at) : null;
  const last = memory.points.at(-1);
  if (last !== undefined && at - last[0] < apart_ms) return;
  memory.points.push([at, cell, coreMin, coreMax]);
  while ((memory.points[0] as Point)[0] < at - kept_ms) memory.points.shift();
  const recent = memory.points.filter((point) => point[0] >= at - followWindow_ms);
  memory.inAir = followsAir(recent);
  memory.apart = movesApart(recent);
}

/** Whether the needle is proven to be in food by now. */
export const inFood = (memory: NeedleMemory, at: number): boolean =>
  memory.apart || (memory.awaySince !== null && at - memory.awaySince >= awayFor_ms);

/**
 * Whether every point of every needle went with the air (`needle-in-air.ts`). Null: too few points. It doubts sooner than the record
 * (`hangs-in-air.ts`), for a look costs less than a batch: the points may differ among themselves, as they do beside a fan or
 * the handle, and a point that answers the air as its echo is in air although its distance varies.
 */
function followsAir(points: readonly Point[]): boolean | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last[0] - first[0] < followCoverage_ms) return null;
  const air = points.map((point) => point[1]);
  if (Math.max(...air) - Math.min(...air) < airMoves_K) return false;
  const near = points.every(([, cell, low, high]) => low >= cell - staysWithin_K && high <= cell + staysWithin_K);
  if (!near) return false;
  const apart = points.map(([, cell, , high]) => high - cell);
  return (
    Math.max(...apart) - Math.min(...apart) < differenceVaries_K ||
    correlation(
      air,
      points.map((point) => point[3]),
    ) > correlated
  );
}

/** Whether the needle moved against the air by what no needle in air does. */
function movesApart(points: readonly Point[]): boolean {
  const apart = points.map(([, cell, , high]) => high - cell);
  return apart.length > 1 && Math.max(...apart) - Math.min(...apart) >= 2 * differenceVaries_K;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [both, squareA, squareB] = [0, 0, 0];
  a.forEach((value, index) => {
    const [x, y] = [value - meanA, (b[index] as number) - meanB];
    both += x * y;
    squareA += x * x;
    squareB += y * y;
  });
  return squareA === 0 || squareB === 0 ? 0 : both / Math.sqrt(squareA * squareB);
}
