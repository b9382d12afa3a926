/** The curve of a needle in a cycle as its forecast reads it: a point a minute of core, surface and air, and what has broken it (B2.14). */

import { corePointsOf } from '../../../appliance/families/families.ts';
import { byNeedle } from '../../../appliance/metrics.ts';
import { warmestOf } from '../../../haccp/batch.ts';
import { minute_ms } from '../../../language/durations.ts';
import type { CorePoint } from '../../../thermal/core-forecast/food.ts';
import type { CoreCurve } from '../memory.ts';
import type { UnitView } from '../unit-view.ts';

/** Nothing known yet. */
export const freshCurve = (): CoreCurve => ({
  points: [],
  minute: [],
  last: null,
  movedAt: null,
  silentUntil: 0,
  disturbedUntil: 0,
  set: null,
});

/** A needle that changes by this, this fast, between two samples is not where it was: no food does that. */
const moved_K = 3;
const moved_K_per_min = 12;
const gap_ms = 5 * minute_ms;
/** After a longer gap nobody knows what the air did: the curve begins anew. */
const lost_ms = 30 * minute_ms;
/** So long after a gap, a door that stood open or another set-point, the curve is not what it was. */
const settles_ms = 5 * minute_ms;
const doorLong_ms = minute_ms;
const thinAfter_min = 60;
const thinned_min = 1.5;
const points_max = 300;

/** Points of each needle of a unit that measure, tips first. */
export const needlesOf = (unit: UnitView): readonly (readonly number[])[] =>
  byNeedle(corePointsOf(unit.context.model).map((name) => unit.value(name))).map((needle) =>
    needle.filter((point) => point !== null),
  );

/**
 * Takes a sample of a needle in.
 * @param needle its points that measure, tip first
 * @returns whether a point was made
 */
export function noteCurve(curve: CoreCurve, needle: readonly number[], unit: UnitView, startedAt: number): boolean {
  const { at, cell } = unit;
  const core = warmestOf(needle);
  noteDisturbance(curve, unit);
  if (cell === null || core === null) return false;
  const { last } = curve;
  if (last !== null) {
    const between_ms = at - last[0];
    const jump_K = Math.abs(core - last[1]);
    const jumps = jump_K >= moved_K && jump_K * minute_ms >= moved_K_per_min * between_ms;
    if (between_ms <= gap_ms && jumps) Object.assign(curve, { points: [], minute: [], movedAt: at });
    if (between_ms > gap_ms) curve.silentUntil = at + settles_ms;
    if (between_ms > lost_ms) Object.assign(curve, { points: [], minute: [] });
  }
  curve.last = [at, core];
  const begun = curve.minute[0];
  const at_min = (at - startedAt) / minute_ms;
  const isNew = begun !== undefined && Math.floor(begun[0]) !== Math.floor(at_min);
  if (isNew) {
    curve.points.push(meanOf(curve.minute));
    curve.minute = [];
    thin(curve.points);
  }
  const fan = unit.value('evapFanPercentage');
  curve.minute.push([hundredth(at_min), cell, core, outerOf(needle, core), fan === null ? 1 : fan / 100, unit.set]);
  return isNew;
}

function noteDisturbance(curve: CoreCurve, unit: UnitView): void {
  const { at } = unit;
  const { since } = unit.here.door;
  const isLong = since !== null && at - since > doorLong_ms;
  if (isLong || (curve.set !== null && unit.set !== null && unit.set !== curve.set))
    curve.disturbedUntil = at + settles_ms;
  curve.set = unit.set;
}

/** The outermost point of a needle; null: it is the warmest itself, which is near no surface wherever it sits. */
function outerOf(needle: readonly number[], core: number): number | null {
  const outermost = needle.at(-1) ?? core;
  return outermost === core ? null : outermost;
}

function meanOf(minute: readonly CorePoint[]): CorePoint {
  const mean = (values: readonly number[]): number =>
    hundredth(values.reduce((sum, value) => sum + value, 0) / values.length);
  const outer = minute.flatMap((point) => point[3] ?? []);
  return [
    mean(minute.map(([at_min]) => at_min)),
    mean(minute.map(([, air]) => air)),
    mean(minute.map(([, , core]) => core)),
    outer.length === 0 ? null : mean(outer),
    mean(minute.map((point) => point[4])),
    (minute.at(-1) as CorePoint)[5],
  ];
}

/** Beyond an hour every second point is enough. */
function thin(points: CorePoint[]): void {
  const now_min = (points.at(-1) as CorePoint)[0];
  const index = points.findLastIndex(([at_min]) => at_min < now_min - thinAfter_min);
  const [before, point] = [points[index - 1], points[index]];
  if (before && point && point[0] - before[0] < thinned_min) points.splice(index, 1);
  if (points.length > points_max) points.splice(1, 1);
}

/** A kept state is text: more digits would only make it longer. */
const hundredth = (value: number): number => Math.round(value * 100) / 100;
