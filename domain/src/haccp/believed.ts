/**
 * Which values of a needle speak of the food. A needle that hangs in air, is moved to other food or breaks gives values that are true
 * and prove nothing: what does not count is left out with its reason, and the curve is what remains of the warmest point.
 */
import type { BatchSample, CurvePoint, Silenced } from './batch.ts';
import { curveOf, type Reasons } from './curve.ts';
import { hangsInAir } from './hangs-in-air.ts';
import { type Move, movesIn, type Reading } from './needle-moves.ts';
import {
  comesBack,
  glimpseBefore,
  inFoodFor_ms,
  isOtherFood,
  isRinsed,
  momentOf,
  risenFrom,
  type Stay,
  settledAfter,
  settling_ms,
  staysInFood,
  usualFall,
} from './needle-stays.ts';
import type { ProbeReason } from './verdicts.ts';

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
    entries.map(({ from, settled }) => ({
      from: momentOf(readings[i], from),
      settled: momentOf(readings[i], settled),
    })),
  );
  for (const [i, { reasons, entries }] of found.entries())
    for (const { settled } of entries) {
      const own = momentOf(readings[i], settled);
      const last = Math.max(
        own,
        ...moments.filter((one) => one.from <= own && one.settled - own <= settling_ms).map((one) => one.settled),
      );
      for (const reading of readings[i] ?? [])
        if (reading.at >= own && reading.at < last) reasons.set(reading.index, 'probe_not_in_food');
    }
}

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
  return entries.length === 0 && momentOf(readings, move.from) - momentOf(readings, 0) < inFoodFor_ms;
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
