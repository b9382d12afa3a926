/** Where the curve crosses a threshold. The curve falls; of a rising one all signs are turned before. */
import { minute_ms } from '../language/durations.ts';
import { type CurvePoint, gapLimit_ms, probeNoise_K } from './batch.ts';
import { food_max_K_min, freezes_C, isSuddenFall, rateOf } from './food.ts';

/** The two samples between which a threshold was crossed; one alone when the batch began beyond it. */
export type Neighbours = readonly [before: CurvePoint | null, after: CurvePoint];

/** A crossing: when by interpolation, in whole milliseconds, and when at the earliest and latest, which differ across a gap. */
export type Crossing = {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
  readonly neighbours: Neighbours;
};

/** At or below its target for so long the food has reached it; a needle that slips for a moment has not. */
const reached_ms = minute_ms;
/**
 * A batch may end before it was: then the curve has come to the target as a core does, and not all at once. A needle that slips out as the
 * food is nearly cold ends the cycle itself, before it can be seen that it follows the air. How fast it fell before, by these minutes:
 */
const earlier_ms = { from: 7 * minute_ms, to: 2 * minute_ms };
/** Who hangs in air is found out within so long. */
const foundOut_ms = 5 * minute_ms;
/** A shorter rise is the needle's: no core warms and cools again as fast. */
const spike_ms = minute_ms;

/** The crossing between the sample of this place and the one before it; `start` when there is none before. */
function crossingAt(curve: readonly CurvePoint[], index: number, threshold: number, start: number): Crossing {
  const after = curve[index] as CurvePoint;
  const before = curve[index - 1];
  if (!before) return { at: start, earliest: start, latest: start, neighbours: [null, after] };
  const share = (before.core - threshold) / (before.core - after.core);
  const at = Math.round(before.at + share * (after.at - before.at));
  const inGap = after.at - before.at > gapLimit_ms;
  return { at, earliest: inGap ? before.at : at, latest: inGap ? after.at : at, neighbours: [before, after] };
}

/** Where the curve first falls through a threshold; `start` when it begins beyond it. */
export function firstFall(curve: readonly CurvePoint[], threshold: number, start: number): Crossing | null {
  const index = curve.findIndex(({ core }) => core < threshold);
  return index < 0 ? null : crossingAt(curve, index, threshold, start);
}

/** How the food came to its target: for good, and for the first time where it warmed again in between. */
export type Reach = { readonly end: Crossing | null; readonly first: Crossing | null };

/**
 * The *last* fall through a target: food that warmed again was not cold before. Rises within the accuracy of a probe do not count, nor do
 * those that are over before a core could have warmed and cooled; nothing is reached by a dip.
 * @param seenUntil when something was measured for the last time, whether it counts or not: only the end of the record may cut short how
 * long it was reached
 */
export function lastFall(curve: readonly CurvePoint[], target: number, start: number, seenUntil: number): Reach {
  let first: Crossing | null = null;
  let index = 0;
  for (;;) {
    const fell = indexFrom(curve, index, ({ core }) => core <= target);
    if (fell < 0) return { end: null, first };
    const crossing = crossingAt(curve, fell, target, start);
    const above = indexFrom(curve, fell, ({ core }) => core > target);
    if (above >= 0 && leftAt(curve, above, target) - crossing.latest < reached_ms) {
      index = above;
      continue;
    }
    const rose = riseAfter(curve, fell, target);
    const last = curve.at(-1) as CurvePoint;
    const isShort = last.at - crossing.latest < reached_ms;
    if (rose < 0 && isShort && (seenUntil > last.at || isTooSteep(crossing))) return { end: null, first };
    const isUnseen = target > freezes_C && seenUntil - crossing.latest < foundOut_ms;
    if (rose < 0 && isUnseen && isSudden(curve, fell)) return { end: null, first };
    if (rose < 0) return { end: crossing, first };
    first ??= crossing;
    index = rose;
  }
}

function isTooSteep({ neighbours: [before, after] }: Crossing): boolean {
  return before !== null && rateOf(before.core - after.core, after.at - before.at) > food_max_K_min;
}

/** Whether the curve came to this place much faster than it had gone some minutes before. */
function isSudden(curve: readonly CurvePoint[], place: number): boolean {
  const { at } = curve[place] as CurvePoint;
  const rate_K_min = fallOver(curve, place, at - reached_ms);
  const usual = curve.filter((one) => one.at >= at - earlier_ms.from && one.at <= at - earlier_ms.to);
  const [first, last] = [usual[0], usual.at(-1)];
  if (!first || !last || last.at - first.at < reached_ms) return false;
  const usual_K_min = rateOf(first.core - last.core, last.at - first.at);
  return isSuddenFall(rate_K_min, usual_K_min);
}

/** How fast it fell to this place since a moment, K/min. */
function fallOver(curve: readonly CurvePoint[], place: number, since: number): number {
  const end = curve[place] as CurvePoint;
  let begin = curve[place - 1];
  for (let before = place - 2; (curve[before]?.at ?? Number.NEGATIVE_INFINITY) >= since; before -= 1)
    begin = curve[before];
  return begin ? rateOf(begin.core - end.core, end.at - begin.at) : 0;
}

/**
 * Where the food warmed above its target again; −1 where it stayed cold. What is back for shorter than it takes to have reached it is not
 * back.
 */
export function riseAfter(curve: readonly CurvePoint[], fell: number, target: number): number {
  const limit = target + probeNoise_K;
  let index = fell;
  for (;;) {
    const rose = indexFrom(curve, index, ({ core }) => core > limit);
    if (rose < 0) return -1;
    const back = backAfter(curve, rose, limit);
    const until = back < 0 ? (curve.at(-1) as CurvePoint).at : crossingAt(curve, back, limit, 0).latest;
    if (until - leftAt(curve, rose, limit) >= spike_ms) return rose;
    if (back < 0) return -1;
    index = back;
  }
}

/** Where a curve that rose above a limit is at or below it again for long enough, or to its end; −1 where it is not. */
function backAfter(curve: readonly CurvePoint[], rose: number, limit: number): number {
  let back = indexFrom(curve, rose, ({ core }) => core <= limit);
  while (back >= 0) {
    const again = indexFrom(curve, back, ({ core }) => core > limit);
    if (again < 0 || leftAt(curve, again, limit) - crossingAt(curve, back, limit, 0).latest >= reached_ms) break;
    back = indexFrom(curve, again, ({ core }) => core <= limit);
  }
  return back;
}

/** When a curve that is above a threshold at this place left it at the earliest. */
function leftAt(curve: readonly CurvePoint[], index: number, threshold: number): number {
  const [before, after] = [curve[index - 1] as CurvePoint, curve[index] as CurvePoint];
  if (after.at - before.at > gapLimit_ms) return before.at;
  return before.at + ((threshold - before.core) / (after.core - before.core)) * (after.at - before.at);
}

function indexFrom(curve: readonly CurvePoint[], from: number, is: (point: CurvePoint) => boolean): number {
  for (let index = from; index < curve.length; index += 1) if (is(curve[index] as CurvePoint)) return index;
  return -1;
}
