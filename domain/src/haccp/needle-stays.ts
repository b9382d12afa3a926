/** Where a needle is between its moves: in food or not, back in the same food or in other. */
import { minute_ms } from '../language/durations.ts';
import { probeNoise_K } from './batch.ts';
import type { Reasons } from './curve.ts';
import { food_max_K_min, rateOf, usual_ms } from './food.ts';
import { type Move, type Reading, step_K } from './needle-moves.ts';

/**
 * What a needle is in for so long, so much warmer than the air in so many of its samples, is food, if it cools or no kitchen is as warm.
 */
export const inFoodFor_ms = 3 * minute_ms;
const warmerThanAir_K = 5;
const inFoodShare = 0.8;
const kitchen_max_C = 35;
const cooling_K = 1;

/** After it was put into food a needle takes so long to show the warmest it has to say. */
export const settling_ms = minute_ms;

/** A needle that came back this much colder, and fell faster than the food before and than this, came back into other food. */
const otherFood_K = 3;
const otherFood_K_min = 2;

/** Food warms by no more than this while a needle is away: what is warmer is something else. */
const warms_K_min = 1;

/** What is over so soon at the very beginning tells of no food. */
const glimpse_ms = 30_000;
/** Nobody holds a needle for longer before it is put into something. */
const touch_ms = 45_000;

/** Where a needle was before a move: its first and last reading there, and how fast that food fell, K/min. */
export type Stay = { readonly since: number; readonly after: number; readonly usual_K_min: number };

/** How fast food fell that a needle was in, K/min, by what counts of its last minutes. */
export function usualFall(readings: readonly Reading[], since: number, after: number, reasons?: Reasons): number {
  const last = readings[after];
  let first = last;
  for (let place = after; last && place >= since; place -= 1) {
    const reading = readings[place] as Reading;
    if (reading.at < last.at - usual_ms) break;
    if (!reasons?.has(reading.index)) first = reading;
  }
  return first && last && first !== last ? rateOf(first.value - last.value, last.at - first.at) : 0;
}

/** A way on which a needle may come back: from its first reading away on, with the moves that come then. */
type Way = { readonly to: number; readonly up: boolean; readonly moves?: readonly Move[]; readonly next?: number };

/**
 * The reading with which a needle is back where it was before a move, within the time in which nothing else could be food: after a rise
 * no warmer than this food can be by then, after a fall risen again, and in both cases within a minute as warm as this food can be by
 * then. While it still moves it is nowhere.
 */
export function comesBack(
  readings: readonly Reading[],
  was: Stay,
  { up, to, moves = [], next: nextMove = 0 }: Way,
): number | undefined {
  const before = readings[was.after] as Reading;
  let order = nextMove;
  let lowest = Number.POSITIVE_INFINITY;
  for (let next = to; next < readings.length; next += 1) {
    const { at, value } = readings[next] as Reading;
    if (at - before.at > inFoodFor_ms) return undefined;
    lowest = Math.min(lowest, value);
    while ((moves[order]?.to ?? Number.POSITIVE_INFINITY) <= next) order += 1;
    if (next >= (moves[order]?.from ?? Number.POSITIVE_INFINITY)) continue;
    const risen_K = Math.min(step_K, (before.value - lowest) / 2);
    const warmed_K = Math.max(probeNoise_K, (warms_K_min * (at - before.at)) / minute_ms);
    const isBack = up ? value <= before.value + warmed_K : value >= lowest + risen_K && value > lowest;
    if (!isBack) continue;
    if (isOtherFood(readings, was, next)) return undefined;
    return up ? next : settledAfter(readings, next);
  }
  return undefined;
}

/**
 * The reading before a fall that tells where the needle was: the last one, or where it had risen from, too slowly for a step, a moment ago
 * (taken out into a kitchen that is hardly warmer than the food).
 * @param stay where it was: what it said on its way there is nothing that it could come back to
 */
export function risenFrom(readings: readonly Reading[], { from, to }: Move, stay: Stay): number {
  const end = readings[to] as Reading;
  for (let before = from - 1; before >= stay.since; before -= 1) {
    const { at, value } = readings[before] as Reading;
    if (end.at - at > inFoodFor_ms) break;
    const rose = (readings[from] as Reading).value > value + probeNoise_K;
    if (rose && comesBack(readings, { ...stay, after: before }, { up: true, to }) !== undefined) return before;
  }
  return from;
}

/** Whether what a needle is in after a move, and is warmer than the air at once, is food that the unit cools. */
export const staysInFood = (readings: readonly Reading[], from: number, to: number): boolean =>
  isWarmerThanAir(readings, from, to) && isCooled(readings, from, to);

/** Whether it is food, by any of its time: as it came, the chamber may have been warm. */
export function isInFood(readings: readonly Reading[], from: number, to: number): boolean {
  for (let begin = from; begin <= to; begin = placeAfter(readings, begin, settling_ms))
    if (isWarmerThanAir(readings, begin, to)) return isCooled(readings, from, to);
  return false;
}

/** The first place so long after another. */
function placeAfter(readings: readonly Reading[], place: number, after_ms: number): number {
  const at = momentOf(readings, place) + after_ms;
  let next = place + 1;
  while (next < readings.length && momentOf(readings, next) < at) next += 1;
  return next;
}

function isWarmerThanAir(readings: readonly Reading[], from: number, to: number): boolean {
  const begin = readings[from] as Reading;
  if ((readings[to] as Reading).at - begin.at < inFoodFor_ms) return false;
  let [beside, warm] = [0, 0];
  for (let place = from; place <= to; place += 1) {
    const { at, value, air } = readings[place] as Reading;
    if (at - begin.at > inFoodFor_ms) break;
    if (air !== null) beside += 1;
    if (air !== null && value - air >= warmerThanAir_K) warm += 1;
  }
  return warm >= inFoodShare * beside;
}

/** A needle that lies about in the kitchen is warmer than the chamber too; but nothing cools it. */
function isCooled(readings: readonly Reading[], from: number, to: number): boolean {
  let warmest = Number.NEGATIVE_INFINITY;
  for (let place = from; place <= to; place += 1) {
    const { value } = readings[place] as Reading;
    warmest = Math.max(warmest, value);
    if (value > kitchen_max_C || warmest - value > cooling_K) return true;
  }
  return false;
}

/** Of the minute after a needle was put into food the warmest reading: before it, the needle was still on its way. */
export function settledAfter(readings: readonly Reading[], from: number, last = readings.length - 1): number {
  const until = (readings[from] as Reading).at + settling_ms;
  let settled = from;
  for (let next = from; next <= last && (readings[next] as Reading).at <= until; next += 1)
    if ((readings[next] as Reading).value > (readings[settled] as Reading).value) settled = next;
  return settled;
}

/** Whether the warmest reading of the first minute back fell as this food could not have fallen meanwhile. */
export function isOtherFood(readings: readonly Reading[], { after, usual_K_min }: Stay, back: number): boolean {
  const before = readings[after] as Reading;
  const returned = readings[settledAfter(readings, back)] as Reading;
  const fall_K = before.value - returned.value;
  const away_min = (returned.at - before.at) / minute_ms;
  return fall_K >= otherFood_K && fall_K > away_min * Math.max(2 * usual_K_min, otherFood_K_min);
}

/**
 * Whether what came before a fall at the very beginning was a needle still hot from being rinsed: shorter than anything would count as
 * food, and cooling as in air all the while.
 */
export function isRinsed(readings: readonly Reading[], { from }: Move): boolean {
  if (from === 0) return (readings[1] as Reading).at - (readings[0] as Reading).at <= glimpse_ms;
  if ((readings[from] as Reading).at - (readings[0] as Reading).at <= glimpse_ms) return true;
  const cooled = (begin: number, end: number): boolean => {
    const [first, last] = [readings[begin] as Reading, readings[end] as Reading];
    return rateOf(first.value - last.value, last.at - first.at) > food_max_K_min;
  };
  const middle = Math.ceil(from / 2);
  const lasted_ms = (readings[from] as Reading).at - (readings[0] as Reading).at;
  return lasted_ms < inFoodFor_ms && cooled(0, middle) && cooled(middle, from);
}

/** Where a needle that had not been in food yet stayed for a while before it moves on. */
export function glimpseBefore(
  readings: readonly Reading[],
  { from }: Pick<Move, 'from'>,
  last: Move | undefined,
): Stay[] {
  if (!last?.up || from <= last.to) return [];
  if (momentOf(readings, from) - momentOf(readings, last.from) <= touch_ms) return [];
  const since = settledAfter(readings, last.to, from);
  // It was there too shortly to show how fast that food falls.
  const usual_K_min = Math.max(otherFood_K_min, Math.min(usualFall(readings, since, from), food_max_K_min / 2));
  return [{ since, after: from, usual_K_min }];
}

/**
 * What a needle was put into that no kitchen is as warm as, for longer than anybody holds it there: it may have been the food.
 * @param end the last reading before it moves on
 */
export function hotStay(readings: readonly Reading[], { from }: Move, end: number): Stay | undefined {
  let since = from + 1;
  while (since < end && (readings[since] as Reading).value <= kitchen_max_C) since += 1;
  const isLong = momentOf(readings, end) - momentOf(readings, since) > touch_ms;
  return isLong ? { since, after: end, usual_K_min: otherFood_K_min } : undefined;
}

/** When a reading was, by its place; 0 where there is none. */
export const momentOf = (readings: readonly Reading[] | undefined, place: number): number => readings?.[place]?.at ?? 0;
