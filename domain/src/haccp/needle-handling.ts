/** What handling of a needle says of the values of its points. */
import type { Reasons } from './curve.ts';
import { type Move, movesIn, type Reading } from './needle-moves.ts';
import {
  comesBack,
  glimpseBefore,
  hotStay,
  inFoodFor_ms,
  isInFood,
  isOtherFood,
  isRinsed,
  momentOf,
  risenFrom,
  type Stay,
  settledAfter,
  staysInFood,
  usualFall,
} from './needle-stays.ts';
import type { ProbeReason } from './verdicts.ts';

/** A point came into food: the reading before it, and the one with which it had settled. */
export type Entry = { readonly from: number; readonly settled: number };

/** Why values of a point do not count, and when it came into food. */
type Handling = { readonly reasons: Reasons; readonly entries: readonly Entry[] };

/**
 * What a point's moves say of its values: what was before it came into food was not this food, what is measured while it is out
 * is none, and after it came back into other food, or never did, nothing is proven. Of a needle that was never in food for long what it
 * said of warm things stays: they may have been the food.
 */
export function handlingOf(readings: readonly Reading[]): Handling {
  const reasons: Reasons = new Map();
  const entries: Entry[] = [];
  const glimpses: Stay[] = [];
  const moves = movesIn(readings);
  const leaveOut = (from: number, to: number, reason: ProbeReason): void => {
    for (const { index } of readings.slice(Math.max(0, from), to)) reasons.set(index, reason);
  };
  const forGood = ({ after, reason }: Pick<Out, 'after' | 'reason'>): Handling => {
    leaveOut(after + 1, readings.length, reason);
    for (const { since, after: last } of glimpses) {
      for (const { index } of readings.slice(since, last + 1)) reasons.delete(index);
      entries.push({ from: since, settled: since });
    }
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
    const isFood = after < 0 ? isInFood(readings, move.to, end) : move.up && staysInFood(readings, move.to, end);
    const hot = move.up && after >= 0 && !isFood ? hotStay(readings, move, end) : undefined;
    if (hot) glimpses.push(hot);
    if (hot && back !== undefined) return forGood({ after, reason: 'probe_moved' });
    if (back !== undefined) {
      leaveOut(after + 1, back, out?.reason ?? (move.up ? 'probe_removed' : 'probe_moved'));
      out = null;
      done = back;
    } else if (isFood) {
      const settled = settledAfter(readings, move.to);
      const pulledOut = out !== null && after >= 0 && (out.fell || !move.up);
      // Away for long it may have been back for a while, too short for food by itself.
      const meanwhile = glimpses
        .filter((stay) => stay.since > after)
        .map((stay) => ({ ...stay, usual_K_min: Math.max(stay.usual_K_min, was.usual_K_min) }));
      const before = pulledOut ? [was, ...meanwhile] : after < 0 ? glimpses : [];
      if (before.some((stay) => isOtherFood(readings, stay, settled))) return forGood({ after, reason: 'probe_moved' });
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
