/**
 * Which values of a needle speak of the food. A needle that hangs in air, is moved to other food or breaks gives values that are true
 * and prove nothing: what does not count is left out with its reason, and the curve is what remains of the warmest point.
 */
import { minute_ms } from '../language/durations.ts';
import { type BatchSample, type CurvePoint, gapLimit_ms, probeNoise_K, type Silenced } from './batch.ts';
import { curveOf, type Reasons } from './curve.ts';
import { food_max_K_min } from './food.ts';
import { hangsInAir } from './hangs-in-air.ts';
import { type Move, movesIn, type Reading, step_K } from './needle-moves.ts';
import type { ProbeReason } from './verdicts.ts';

/** What a needle is in for so long, so much warmer than the air in so many of its samples, is food, if it cools or is warmer than any kitchen. */
const inFoodFor_ms = 3 * minute_ms;
const warmerThanAir_K = 5;
const inFoodShare = 0.8;
const kitchen_max_C = 35;
const cooling_K = 1;

/** After it was put into food a needle takes so long to show the warmest it has to say. */
const settling_ms = minute_ms;

/** A needle that came back this much colder, and fell faster than the food before and than this, came back into other food. */
const otherFood_K = 3;
const otherFood_K_min = 2;

/** Food warms by no more than this while a needle is away: what is warmer is something else. */
const warms_K_min = 1;

/** What is over so soon at the very beginning tells of no food. */
const glimpse_ms = 30_000;
/** Nobody holds a needle for longer before it is put into something. */
const touch_ms = 45_000;

/** A stretch of one point whose values do not count. Both ends are samples of it. */
export type Disbelieved = {
  readonly point: number;
  readonly from: number;
  readonly to: number;
  readonly reason: ProbeReason;
};

/** What remains: the curve, why it is missing at a sample (null: it is not), and what was left out. */
export type Believed = {
  readonly curve: readonly CurvePoint[];
  readonly missing: readonly (ProbeReason | null)[];
  /** Where points were put into food: the first value of each that counts. */
  readonly putIn: readonly CurvePoint[];
  readonly disbelieved: readonly Disbelieved[];
  /** Whether any point had a value at all. */
  readonly measured: boolean;
};

/**
 * The curve of a batch.
 * @param samples ascending, no two of a moment
 * @param needles the points of each needle, by their places in `core`
 * @param offset_K what is added to each value
 */
export function believe(
  samples: readonly BatchSample[],
  needles: readonly (readonly number[])[],
  { silenced, offset_K }: { silenced: readonly Silenced[]; offset_K: number },
): Believed {
  const judged = new Set(needles.flat());
  const usable = samples.map((sample) => ({ ...sample, core: heard(sample, judged, silenced, offset_K) }));
  const reasons: Reasons[] = [];
  const putIn: CurvePoint[] = [];
  for (const points of needles) {
    const readings = points.map((point) => readingsOf(usable, point));
    const found = readings.map(movesOf);
    settleTogether(readings, found);
    for (const [i, { entries }] of found.entries())
      for (const { settled } of entries) {
        const { at, value } = (readings[i] ?? [])[settled] as Reading;
        putIn.push({ at, core: value });
      }
    const inAir = hangsInAir(usable, points);
    for (const [i, point] of points.entries()) {
      const of = found[i]?.reasons ?? new Map();
      for (const { index } of readings[i] ?? []) if (inAir.has(index)) of.set(index, 'probe_in_air');
      reasons[point] = of;
    }
  }
  return {
    ...curveOf(usable, reasons),
    putIn,
    disbelieved: reasons.flatMap((of, point) => stretchesOf(usable, of, point)),
    measured: usable.some(({ core }) => core.some((value) => value !== null)),
  };
}

/** What the points of the needles say, where the unit does not know better. */
function heard(
  { at, core }: BatchSample,
  judged: ReadonlySet<number>,
  silenced: readonly Silenced[],
  offset_K: number,
): readonly (number | null)[] {
  return core.map((value, point) => {
    if (value === null || !judged.has(point)) return null;
    const isSilent = silenced.some((one) => one.point === point && at >= one.from && (one.to === null || at <= one.to));
    return isSilent ? null : value + offset_K;
  });
}

const readingsOf = (samples: readonly BatchSample[], point: number): readonly Reading[] =>
  samples.flatMap(({ at, core, air }, index) => {
    const value = core[point] ?? null;
    return value === null ? [] : [{ index, at, value, air }];
  });

/** A point came into food: the reading before it, and the one with which it had settled. */
type Entry = { readonly from: number; readonly settled: number };

/** The points of a needle come into food together: none of them counts before the last has settled. */
function settleTogether(
  readings: readonly (readonly Reading[])[],
  found: readonly { reasons: Reasons; entries: readonly Entry[] }[],
): void {
  const moments = found.flatMap(({ entries }, i) =>
    entries.map(({ from, settled }) => ({ from: at(readings[i], from), settled: at(readings[i], settled) })),
  );
  for (const [i, { reasons, entries }] of found.entries())
    for (const { settled } of entries) {
      const own = at(readings[i], settled);
      const last = Math.max(
        own,
        ...moments.filter((one) => one.from <= own && one.settled - own <= settling_ms).map((one) => one.settled),
      );
      for (const reading of readings[i] ?? [])
        if (reading.at >= own && reading.at < last) reasons.set(reading.index, 'probe_not_in_food');
    }
}

const at = (readings: readonly Reading[] | undefined, place: number): number => readings?.[place]?.at ?? 0;

/** What a point's moves say of its values. */
type Found = { readonly reasons: Reasons; readonly entries: readonly Entry[] };

/**
 * What a point's moves say of its values: what was before it came into food was not this food, what is measured while it is out
 * is none, and after it came back into other food, or never did, nothing is proven. Of a needle that was never in food for long what it
 * said of warm things stays: they may have been the food.
 */
function movesOf(readings: readonly Reading[]): Found {
  const reasons: Reasons = new Map();
  const entries: Entry[] = [];
  const glimpses: Stay[] = [];
  const moves = movesIn(readings);
  const leaveOut = (from: number, to: number, reason: ProbeReason): void => {
    for (const { index } of readings.slice(Math.max(0, from), to)) reasons.set(index, reason);
  };
  const forGood = ({ after, reason }: Out): Found => {
    leaveOut(after + 1, readings.length, reason);
    for (const glimpse of glimpses)
      for (const { index } of readings.slice(glimpse.since, glimpse.after + 1)) reasons.delete(index);
    return { reasons, entries };
  };
  const stayed = (since: number, after: number): Stay => ({
    since,
    after,
    usual_K_min: usualFall(readings, since, after, reasons),
  });
  let out: Out | null = null;
  let done = 0;
  /** The first reading in the food that the needle is in. */
  let since = 0;
  for (const [order, move] of moves.entries()) {
    // The way back was a move too.
    if (move.from < done) continue;
    const end = moves[order + 1]?.from ?? readings.length - 1;
    if (out?.after === -1 && !move.up) glimpses.push(...glimpseBefore(readings, move, moves[order - 1]));
    if (!out) out = nowhereYet(readings, move, entries) ? { after: -1, reason: 'probe_not_in_food', fell: true } : null;
    const after: number =
      out?.after ?? (move.up ? move.from : risenFrom(readings, move, stayed(Math.max(done, since), move.from)));
    const was = stayed(since, after);
    const way = { to: move.to, up: move.up || after < move.from, moves, next: order + 1 };
    const back = after < 0 ? undefined : comesBack(readings, was, way);
    if (back !== undefined) {
      leaveOut(after + 1, back, out?.reason ?? (move.up ? 'probe_removed' : 'probe_moved'));
      out = null;
      done = back;
    } else if (staysInFood(readings, move.to, end) && (move.up || after < 0)) {
      const settled = settledAfter(readings, move.to);
      const pulledOut = out !== null && after >= 0 && (out.fell || !move.up);
      const before = pulledOut ? [was] : after < 0 ? glimpses : [];
      if (before.some((stay) => isOtherFood(readings, stay, settled)))
        return forGood({ after, reason: 'probe_moved', fell: true });
      // Food that the needle was in before has its time, too: then only the way into the other one is left out.
      const wasInFood = after >= 0 && staysInFood(readings, 0, after);
      leaveOut(pulledOut || wasInFood ? after + 1 : 0, settled, pulledOut ? 'probe_moved' : 'probe_not_in_food');
      entries.push({ from: move.from, settled });
      since = settled;
      out = null;
    } else if (out) out = { ...out, fell: out.fell || !move.up };
    else out = { after: move.from, reason: move.up ? 'probe_removed' : 'probe_moved', fell: !move.up };
  }
  if (!out) return { reasons, entries };
  if (out.after < 0) glimpses.push(...glimpseBefore(readings, { from: readings.length - 1 }, moves.at(-1)));
  return forGood(out);
}

/** The last reading in the food that the needle was pulled out of; below zero: it had not been in any. */
type Out = { readonly after: number; readonly reason: ProbeReason; readonly fell: boolean };

/**
 * Whether a needle was in nothing yet before its first move that could be told from food: it was hot from being rinsed, or is put into
 * something warmer before any food could have shown.
 */
function nowhereYet(readings: readonly Reading[], move: Move, entries: readonly Entry[]): boolean {
  if (!move.up) return isRinsed(readings, move);
  return entries.length === 0 && at(readings, move.from) - at(readings, 0) < inFoodFor_ms;
}

/** Where a needle that had not been in food yet stayed for a while before it moves on. */
function glimpseBefore(readings: readonly Reading[], { from }: Pick<Move, 'from'>, last: Move | undefined): Stay[] {
  if (!last?.up || from <= last.to) return [];
  if (at(readings, from) - at(readings, last.from) <= touch_ms) return [];
  const since = settledAfter(readings, last.to, from);
  // It was there too shortly to show how fast that food falls.
  const usual_K_min = Math.max(otherFood_K_min, Math.min(usualFall(readings, since, from), food_max_K_min / 2));
  return [{ since, after: from, usual_K_min }];
}

/** Where a needle was before a move: its first and last reading there, and how fast that food fell, K/min. */
type Stay = { readonly since: number; readonly after: number; readonly usual_K_min: number };

/** How fast food fell that a needle was in, K/min: over the last five minutes, by what counts of them. */
function usualFall(readings: readonly Reading[], since: number, after: number, reasons?: Reasons): number {
  const last = readings[after];
  let first = last;
  for (let place = after; last && place >= since; place -= 1) {
    const reading = readings[place] as Reading;
    if (reading.at < last.at - gapLimit_ms) break;
    if (!reasons?.has(reading.index)) first = reading;
  }
  return first && last && first !== last ? ((first.value - last.value) * minute_ms) / (last.at - first.at) : 0;
}

/** A way on which a needle may come back: from its first reading away on, with the moves that come then. */
type Way = { readonly to: number; readonly up: boolean; readonly moves?: readonly Move[]; readonly next?: number };

/**
 * The reading with which a needle is back where it was before a move, within the time in which nothing else could be food: after a rise
 * no warmer than this food can be by then, after a fall risen again, and in both cases within a minute as warm as this food can be by then. While it
 * still moves it is nowhere.
 */
function comesBack(
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
function risenFrom(readings: readonly Reading[], { from, to }: Move, stay: Stay): number {
  const end = readings[to] as Reading;
  for (let before = from - 1; before >= stay.since; before -= 1) {
    const { at, value } = readings[before] as Reading;
    if (end.at - at > inFoodFor_ms) break;
    const rose = (readings[from] as Reading).value > value + probeNoise_K;
    if (rose && comesBack(readings, { ...stay, after: before }, { up: true, to }) !== undefined) return before;
  }
  return from;
}

/** Whether what a needle is in after a move is food that the unit cools. */
function staysInFood(readings: readonly Reading[], from: number, to: number): boolean {
  const begin = readings[from] as Reading;
  if ((readings[to] as Reading).at - begin.at < inFoodFor_ms) return false;
  let [beside, warm] = [0, 0];
  for (let place = from; place <= to; place += 1) {
    const { at, value, air } = readings[place] as Reading;
    if (at - begin.at > inFoodFor_ms) break;
    if (air !== null) beside += 1;
    if (air !== null && value - air >= warmerThanAir_K) warm += 1;
  }
  if (warm < inFoodShare * beside) return false;
  // A needle that lies about in the kitchen is warmer than the chamber too; but nothing cools it.
  let warmest = Number.NEGATIVE_INFINITY;
  for (let place = from; place <= to; place += 1) {
    const { value } = readings[place] as Reading;
    warmest = Math.max(warmest, value);
    if (value > kitchen_max_C || warmest - value > cooling_K) return true;
  }
  return false;
}

/** Of the minute after a needle was put into food the warmest reading: before it, the needle was still on its way. */
function settledAfter(readings: readonly Reading[], from: number, last = readings.length - 1): number {
  const until = (readings[from] as Reading).at + settling_ms;
  let settled = from;
  for (let next = from; next <= last && (readings[next] as Reading).at <= until; next += 1)
    if ((readings[next] as Reading).value > (readings[settled] as Reading).value) settled = next;
  return settled;
}

/** Whether the warmest reading of the first minute back fell as this food could not have fallen meanwhile. */
function isOtherFood(readings: readonly Reading[], { after, usual_K_min }: Stay, back: number): boolean {
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
function isRinsed(readings: readonly Reading[], { from }: Move): boolean {
  if (from === 0) return (readings[1] as Reading).at - (readings[0] as Reading).at <= glimpse_ms;
  if ((readings[from] as Reading).at - (readings[0] as Reading).at <= glimpse_ms) return true;
  const cooled = (begin: number, end: number): boolean => {
    const [first, last] = [readings[begin] as Reading, readings[end] as Reading];
    return (first.value - last.value) * minute_ms > food_max_K_min * (last.at - first.at);
  };
  const middle = Math.ceil(from / 2);
  const lasted_ms = (readings[from] as Reading).at - (readings[0] as Reading).at;
  return lasted_ms < inFoodFor_ms && cooled(0, middle) && cooled(middle, from);
}

/** Neighbouring values of a point that do not count for one reason, together. */
function stretchesOf(samples: readonly BatchSample[], reasons: Reasons, point: number): Disbelieved[] {
  const stretches: Disbelieved[] = [];
  let previous: ProbeReason | undefined;
  for (const [index, { at, core }] of samples.entries()) {
    if ((core[point] ?? null) === null) continue;
    const reason = reasons.get(index);
    const last = stretches.at(-1);
    if (reason && last && reason === previous) stretches[stretches.length - 1] = { ...last, to: at };
    else if (reason) stretches.push({ point, from: at, to: at, reason });
    previous = reason;
  }
  return stretches;
}
