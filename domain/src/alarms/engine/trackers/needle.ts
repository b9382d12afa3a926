/** The core probe in the first hour of a cycle: whether it lies in food, and when the food will be cold. */

import {
  airMoves_K,
  awayFor_ms,
  awayFromAir_K,
  differenceVaries_K,
  followCoverage_ms,
  followWindow_ms,
  staysWithin_K,
} from '../../../haccp/needle-in-air.ts';
import type { RuleStage } from '../../../haccp/rules.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { NeedleMemory, Point } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';
import { batchKind, waysHere } from './process.ts';

/** Nothing known yet. */
export const freshNeedle = (): NeedleMemory => ({
  cycleAt: 0,
  points: [],
  inAir: null,
  awaySince: null,
  apart: false,
  forecastAt: null,
  forecastedAt: 0,
  late: 0,
  inTimeSince: null,
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
  forecast(memory, unit);
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

const forecastFrom_min = 20;
const forecastEvery_ms = minute_ms;
const forecastSlack_ms = 5 * minute_ms;
const inTimeFor_ms = 5 * minute_ms;

/**
 * Newton's law with the rate of the last ten minutes: the core falls towards the coldest air the cycle will give it. That air is the
 * set-point in force, so the forecast errs to the friendly side and does not cry wolf.
 */
function forecast(memory: NeedleMemory, unit: UnitView): void {
  const minutes = unit.cycle_min;
  const kind = batchKind(unit);
  if (
    kind !== 'chill' ||
    minutes === null ||
    minutes < forecastFrom_min ||
    unit.at - memory.forecastedAt < forecastEvery_ms
  )
    return;
  const [first] = memory.points;
  const last = memory.points.at(-1);
  const due = deadline(unit);
  if (first === undefined || last === undefined || due === null || last[0] - first[0] < 8 * minute_ms) return;
  if (memory.inAir === true) return;
  memory.forecastedAt = unit.at;
  const { to, at: deadlineAt } = due;
  // Food that is late already is told by an alarm: a forecast that begins now would say that there is time to act.
  if (unit.at >= deadlineAt) {
    memory.late = 0;
    return;
  }
  const air = memory.points.reduce((sum, point) => sum + point[1], 0) / memory.points.length;
  const span_min = (last[0] - first[0]) / minute_ms;
  const rate = Math.log((first[3] - air) / (last[3] - air)) / span_min;
  if (last[3] <= to) memory.forecastAt = unit.at;
  else {
    const coldest = Math.min(air, unit.set ?? air, to - 1);
    const left_min = rate > 0 ? Math.log((last[3] - coldest) / (to - coldest)) / rate : Number.POSITIVE_INFINITY;
    if (Number.isNaN(left_min)) return;
    memory.forecastAt = unit.at + Math.min(left_min, 24 * 60) * minute_ms;
  }
  const late = memory.forecastAt > deadlineAt + forecastSlack_ms;
  memory.late = late ? memory.late + 1 : 0;
  memory.inTimeSince = memory.forecastAt <= deadlineAt ? (memory.inTimeSince ?? unit.at) : null;
}

type Deadline = { to: number; at: number };

/** What the core has to reach, and until when: the next stage that is under way, of the first way that is still open. */
function deadline(unit: UnitView): Deadline | null {
  const due = waysHere(unit, 'chill').flatMap((stages, way) => deadlineOf(stages, unit.memory.process.ways[way] ?? []));
  return due.find(({ at }) => at > unit.at) ?? due.at(-1) ?? null;
}

function deadlineOf(stages: readonly RuleStage[], since: readonly (number | null)[]): Deadline[] {
  for (const [index, { to, max_min }] of stages.entries()) {
    const began = since[index] ?? null;
    if (began !== null && began > 0) return [{ to, at: began + max_min * minute_ms }];
  }
  return [];
}

/** Whether three forecasts in a row were late. */
export const willBeLate = ({ late }: NeedleMemory): boolean => late >= 3;

/** Whether the forecast has been in time for a while. */
export const willBeInTime = ({ inTimeSince }: NeedleMemory, at: number): boolean =>
  inTimeSince !== null && at - inTimeSince >= inTimeFor_ms;
