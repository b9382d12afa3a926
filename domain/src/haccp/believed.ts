/**
 * Which values of a needle speak of the food. A needle that hangs in air, is moved to other food or breaks gives values that are true
 * and prove nothing: what does not count is left out with its reason, and the curve is what remains of the warmest point.
 */
import { minute_ms } from '../language/durations.ts';
import { type BatchSample, type CurvePoint, gapLimit_ms, probeNoise_K, type Silenced } from './batch.ts';
import { hangsInAir } from './hangs-in-air.ts';
import type { ProbeReason } from './verdicts.ts';

/** A needle that moves shows it by a step: no food of a kitchen changes its core so fast (slices of 10 mm reach 9.6 K/min). */
const step_K = 3;
const step_K_min = 12;
/** A step is looked for over so long, and at least from one sample to the next: how often a unit samples must not decide. */
const stepSpan_ms = 20_000;
/** It began where the needle began to change by more than this, at most so long before. */
const onset_K_min = 4;
const onset_ms = minute_ms;
/** The sheath of a needle makes several steps of one: they belong together this far apart. */
const sameMove_ms = minute_ms;

/** What a needle is in for so long, so much warmer than the air in so many of its samples, is food, if it cools or is warmer than any kitchen. */
const inFoodFor_ms = 3 * minute_ms;
const warmerThanAir_K = 5;
const inFoodShare = 0.8;
const kitchen_max_C = 35;
const cooling_K = 1;

/** After it was put into food a needle takes so long to show the warmest it has to say. */
const settling_ms = minute_ms;

/** A needle that is still hot from being rinsed cools faster than any food does (slices of 10 mm reach 9.6 K/min). */
const rinsed_K_min = 9.6;

/** A needle that came back this much colder, and fell faster than the food before and than this, came back into other food. */
const otherFood_K = 3;
const otherFood_K_min = 2;

/** What is over so soon at the very beginning tells of no food. */
const glimpse_ms = 30_000;

/** A missing point counts as the warmest if it was this much above the others within so long of when it was last seen. */
const warmer_K = 1;
const lastSeen_ms = minute_ms;
/** It has returned once it says something for so long, with no longer break than this: a broken one may say anything for a moment. */
const returned_ms = minute_ms;
const returnedBreak_ms = 2 * minute_ms;

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

/** A value of a point, with the air beside it. */
type Reading = { readonly index: number; readonly at: number; readonly value: number; readonly air: number | null };

/** Why a value of a point does not count, by sample; absent where it does, or where there is none. */
type Reasons = Map<number, ProbeReason>;

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
        const { at, value } = readings[i]?.[settled] as Reading;
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

/** A move of the needle: from the last reading before it to the first one after. */
type Move = { readonly up: boolean; readonly from: number; readonly to: number };

function movesIn(readings: readonly Reading[]): readonly Move[] {
  const moves: Move[] = [];
  for (let to = 1; to < readings.length; to += 1) {
    const from = stepTo(readings, to);
    if (from === undefined) continue;
    const up = (readings[to] as Reading).value > (readings[from] as Reading).value;
    const last = moves.at(-1);
    const apart_ms = last ? (readings[from] as Reading).at - (readings[last.to] as Reading).at : 0;
    if (last?.up === up && apart_ms <= sameMove_ms) moves[moves.length - 1] = { ...last, to };
    // Looked at over a while, the rest of one step may seem to begin before its end.
    else moves.push({ up, from: Math.max(onsetOf(readings, from, up), last?.to ?? 0), to });
  }
  return moves;
}

/** The reading with which a step that is seen from another one on began. */
function onsetOf(readings: readonly Reading[], seen: number, up: boolean): number {
  let from = seen;
  while (from > 0) {
    const [before, after] = [readings[from - 1] as Reading, readings[from] as Reading];
    const change_K = up ? after.value - before.value : before.value - after.value;
    const isPart = change_K * minute_ms >= onset_K_min * (after.at - before.at);
    if (!isPart || (readings[seen] as Reading).at - before.at > onset_ms) break;
    from -= 1;
  }
  return from;
}

/** The reading from which a step leads to this one; undefined where none does. */
function stepTo(readings: readonly Reading[], to: number): number | undefined {
  const end = readings[to] as Reading;
  const goesOn = Math.sign(end.value - (readings[to - 1] as Reading).value);
  for (let from = to - 1; from >= 0; from -= 1) {
    const begin = readings[from] as Reading;
    const span_ms = end.at - begin.at;
    if (span_ms > (from === to - 1 ? gapLimit_ms : stepSpan_ms)) return undefined;
    const change_K = goesOn * (end.value - begin.value);
    if (change_K >= step_K && change_K * minute_ms >= step_K_min * span_ms) return from;
  }
  return undefined;
}

/**
 * What a point's moves say of its values: what was before it came into food was not this food, what is measured while it is out
 * is none, and after it came back into other food, or never did, nothing is proven.
 */
function movesOf(readings: readonly Reading[]): { reasons: Reasons; entries: readonly Entry[] } {
  const reasons: Reasons = new Map();
  const entries: Entry[] = [];
  const moves = movesIn(readings);
  const forGood = (after: number, reason: ProbeReason) => {
    leaveOut(after + 1, readings.length, reason);
    return { reasons, entries };
  };
  const leaveOut = (from: number, to: number, reason: ProbeReason): void => {
    for (const { index } of readings.slice(Math.max(0, from), to)) reasons.set(index, reason);
  };
  /** The last reading in the food that the needle was pulled out of; below zero: it had not been in any. */
  let out: { after: number; reason: ProbeReason; fell: boolean } | null = null;
  let done = 0;
  /** The first reading in the food that the needle is in. */
  let since = 0;
  for (const [order, move] of moves.entries()) {
    // The way back was a move too.
    if (move.from < done) continue;
    const end = moves[order + 1]?.from ?? readings.length - 1;
    const after = out?.after ?? (move.up ? move.from : risenFrom(readings, move, Math.max(done, since)));
    const rose = move.up || after < move.from;
    const was = { after, since };
    const back = after >= 0 ? comesBack(readings, was, { ...move, up: rose }, moves.slice(order + 1)) : undefined;
    if (back !== undefined) {
      leaveOut(after + 1, back, out?.reason ?? (move.up ? 'probe_removed' : 'probe_moved'));
      out = null;
      done = back;
    } else if (staysInFood(readings, move.to, end) && (move.up || out?.after === -1 || isRinsed(readings, move))) {
      const settled = settledAfter(readings, move.to);
      const pulledOut = out !== null && out.after >= 0 && (out.fell || !move.up);
      if (pulledOut && isOtherFood(readings, was, settled)) return forGood(after, 'probe_moved');
      // Food that the needle was in before has its time, too: then only the way into the other one is left out.
      const wasInFood = after >= 0 && staysInFood(readings, 0, after);
      leaveOut(pulledOut || wasInFood ? after + 1 : 0, settled, pulledOut ? 'probe_moved' : 'probe_not_in_food');
      entries.push({ from: move.from, settled });
      since = settled;
      out = null;
    } else if (out) out.fell ||= !move.up;
    else if (!move.up && isRinsed(readings, move)) out = { after: -1, reason: 'probe_not_in_food', fell: true };
    else out = { after: move.from, reason: move.up ? 'probe_removed' : 'probe_moved', fell: !move.up };
  }
  return out ? forGood(out.after, out.reason) : { reasons, entries };
}

/** Where a needle was before a move: its last reading there, and its first one in that food. */
type Stay = { readonly since: number; readonly after: number };

/**
 * The reading with which a needle is back where it was before a move, within the time in which nothing else could be food: after a rise
 * no warmer than before, after a fall risen again, and in both cases within a minute as warm as this food can be by then. While it
 * still moves it is nowhere.
 */
function comesBack(
  readings: readonly Reading[],
  was: Stay,
  { up, to }: Move,
  later: readonly Move[] = [],
): number | undefined {
  const before = readings[was.after] as Reading;
  let lowest = Number.POSITIVE_INFINITY;
  for (let next = to; next < readings.length; next += 1) {
    const { at, value } = readings[next] as Reading;
    if (at - before.at > inFoodFor_ms) return undefined;
    lowest = Math.min(lowest, value);
    if (later.some((move) => next >= move.from && next < move.to)) continue;
    const isBack = up ? value <= before.value + probeNoise_K : value >= lowest + step_K;
    if (isBack) return isOtherFood(readings, was, next) ? undefined : next;
  }
  return undefined;
}

/**
 * The reading before a fall that tells where the needle was: the last one, or where it had risen from, too slowly for a step, a moment ago
 * (taken out into a kitchen that is hardly warmer than the food).
 * @param since its first reading in this food: what it said on its way there is nothing that it could come back to
 */
function risenFrom(readings: readonly Reading[], { from, to }: Move, since: number): number {
  const end = readings[to] as Reading;
  for (let before = from - 1; before >= since; before -= 1) {
    const { at, value } = readings[before] as Reading;
    if (end.at - at > inFoodFor_ms) break;
    const rose = (readings[from] as Reading).value > value + probeNoise_K;
    if (rose && comesBack(readings, { after: before, since }, { up: true, from, to }) !== undefined) return before;
  }
  return from;
}

/** Whether what a needle is in after a move is food that the unit cools. */
function staysInFood(readings: readonly Reading[], from: number, to: number): boolean {
  const begin = readings[from] as Reading;
  if ((readings[to] as Reading).at - begin.at < inFoodFor_ms) return false;
  const stretch = readings.slice(from, to + 1);
  const first = stretch.filter(({ at, air }) => at - begin.at <= inFoodFor_ms && air !== null);
  const warm = first.filter(({ value, air }) => value - (air as number) >= warmerThanAir_K);
  if (warm.length < inFoodShare * first.length) return false;
  // A needle that lies about in the kitchen is warmer than the chamber too; but nothing cools it.
  let warmest = Number.NEGATIVE_INFINITY;
  return stretch.some(({ value }) => {
    warmest = Math.max(warmest, value);
    return value > kitchen_max_C || warmest - value > cooling_K;
  });
}

/** Of the minute after a needle was put into food the warmest reading: before it, the needle was still on its way. */
function settledAfter(readings: readonly Reading[], from: number): number {
  const until = (readings[from] as Reading).at + settling_ms;
  let settled = from;
  for (let next = from; next < readings.length && (readings[next] as Reading).at <= until; next += 1)
    if ((readings[next] as Reading).value > (readings[settled] as Reading).value) settled = next;
  return settled;
}

/** Whether the warmest reading of the first minute back fell as this food could not have fallen meanwhile. */
function isOtherFood(readings: readonly Reading[], { after, since }: Stay, back: number): boolean {
  const before = readings[after] as Reading;
  const returned = readings[settledAfter(readings, back)] as Reading;
  const fall_K = before.value - returned.value;
  const away_min = (returned.at - before.at) / minute_ms;
  const earlier = readings.slice(since, after).find(({ at }) => at >= before.at - gapLimit_ms);
  const usual_K_min = earlier ? ((earlier.value - before.value) * minute_ms) / (before.at - earlier.at) : 0;
  return fall_K >= otherFood_K && fall_K > away_min * Math.max(2 * usual_K_min, otherFood_K_min);
}

/**
 * Whether what came before a fall at the very beginning was a needle still hot from being rinsed: shorter than anything would count as
 * food, and cooling as in air all the while.
 */
function isRinsed(readings: readonly Reading[], { up, from }: Move): boolean {
  if (up) return false;
  if (from === 0) return (readings[1] as Reading).at - (readings[0] as Reading).at <= glimpse_ms;
  if ((readings[from] as Reading).at - (readings[0] as Reading).at <= glimpse_ms) return true;
  const cooled = (begin: number, end: number): boolean => {
    const [first, last] = [readings[begin] as Reading, readings[end] as Reading];
    return (first.value - last.value) * minute_ms > rinsed_K_min * (last.at - first.at);
  };
  const middle = Math.ceil(from / 2);
  const lasted_ms = (readings[from] as Reading).at - (readings[0] as Reading).at;
  return lasted_ms < inFoodFor_ms && cooled(0, middle) && cooled(middle, from);
}

/**
 * The curve: at each sample the warmest of the points that count. Where one is missing that was warmer than all that remain when it was
 * last seen, nobody knows how warm the food is.
 */
function curveOf(
  samples: readonly BatchSample[],
  reasons: readonly Reasons[],
): { curve: CurvePoint[]; missing: (ProbeReason | null)[] } {
  const curve: CurvePoint[] = [];
  const missing: (ProbeReason | null)[] = [];
  /** What each point lately said that counts, and what all of them had said by then. */
  const seen: (readonly Seen[] | undefined)[] = [];
  const firsts: number[] = [];
  const counting = samples.map(({ core }, index) =>
    core.map((value, point) => (reasons[point]?.has(index) ? null : value)),
  );
  const glimpses = glimpsesOf(samples, counting);
  for (const [index, { at }] of samples.entries()) {
    const counts = counting[index] as readonly (number | null)[];
    const isGlimpse = (point: number): boolean => glimpses[point]?.has(index) === true;
    const beside = counts.map((value, point) => value ?? seen[point]?.at(-1)?.value);
    const present: number[] = [];
    for (const [point, value] of counts.entries()) {
      if (value === null) continue;
      present.push(point);
      firsts[point] ??= value;
      if (isGlimpse(point)) continue;
      const lately = (seen[point] ?? []).filter((one) => one.at >= at - lastSeen_ms);
      seen[point] = [...lately, { at, value, beside }];
    }
    const others = (at: readonly (number | undefined)[]) =>
      present.map((point) => at[point] ?? (firsts[point] as number));
    const hidden = seen.findIndex(
      (lately, point) =>
        (counts[point] === null || isGlimpse(point)) &&
        lately?.some(({ value, beside }) => value > Math.max(...others(beside)) + warmer_K),
    );
    if (present.length > 0 && hidden < 0) {
      curve.push({ at, core: Math.max(...present.map((point) => counts[point] as number)) });
      missing.push(null);
      continue;
    }
    const named = [reasons[hidden], ...reasons].map((of) => of?.get(index)).find((reason) => reason !== undefined);
    missing.push(named ?? 'probe_fault');
  }
  return { curve, missing };
}

/** A value of a point that counts, beside what all points had said last by then. */
type Seen = { readonly at: number; readonly value: number; readonly beside: readonly (number | undefined)[] };

/** The samples, by point, in which it said something again for a moment only. */
function glimpsesOf(
  samples: readonly BatchSample[],
  counting: readonly (readonly (number | null)[])[],
): readonly ReadonlySet<number>[] {
  const points = Math.max(0, ...counting.map((counts) => counts.length));
  return Array.from({ length: points }, (_, point) => {
    const glimpses = new Set<number>();
    let stretch: { at: number; index: number }[] = [];
    let isFirst = true;
    const close = (): void => {
      const [first, last] = [stretch[0], stretch.at(-1)];
      if (!isFirst && first && last && last.at - first.at < returned_ms)
        for (const { index } of stretch) glimpses.add(index);
      if (first) isFirst = false;
      stretch = [];
    };
    for (const [index, { at }] of samples.entries()) {
      if ((counting[index]?.[point] ?? null) === null) continue;
      if (at - (stretch.at(-1)?.at ?? at) > returnedBreak_ms) close();
      stretch.push({ at, index });
    }
    close();
    return glimpses;
  });
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
