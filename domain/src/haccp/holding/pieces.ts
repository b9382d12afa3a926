/** The time of a zone from sample to sample: what is known of the food in each piece of it. */
import { gapLimit_ms } from '../batch.ts';
import type { GapReason } from '../verdicts.ts';
import {
  beyond,
  bridged_ms,
  type HoldDay,
  type HoldKind,
  type HoldSample,
  holdsInOrder,
  isKind,
  warmSince_ms,
} from './day.ts';

/** A piece in which the food went straight from one value to the other. */
export type KnownPiece = {
  readonly is: 'known';
  readonly from: number;
  readonly to: number;
  readonly kind: HoldKind;
  readonly begin: number;
  readonly end: number;
};
/** A piece of which nothing is known of the food: no data, no probe that works, or a channel that has just begun. */
export type UnknownPiece = {
  readonly is: 'unknown';
  readonly from: number;
  readonly to: number;
  readonly why: 'gap' | 'broken' | 'settling';
  readonly reason: GapReason;
  readonly isBounded: boolean;
};
/** A piece in which no limit holds. */
type OtherPiece = { readonly is: 'free' | 'off'; readonly from: number; readonly to: number };
export type Piece = KnownPiece | UnknownPiece | OtherPiece;

/** The pieces from the first sample, or the day's begin, to the last one, or its end: without a hole. */
export function piecesOf(day: HoldDay): readonly Piece[] {
  const samples = holdsInOrder(day.samples);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return [silent(day, { from: day.from, to: day.to, isBounded: false })];
  const pieces: Piece[] = [];
  if (first.at > day.from) pieces.push(silent(day, { from: day.from, to: first.at, isBounded: false }));
  // What a channel says that has begun anew counts where the gap before it is bounded: it began with what bounds it.
  let isTrusted = false;
  for (const [i, sample] of samples.entries()) {
    const next = samples[i + 1];
    if (!next) break;
    if (next.at - sample.at > gapLimit_ms) {
      const gap = gapBetween(day, sample, next);
      // A value that stands alone between two gaps was seen all the same.
      if (pieces.at(-1)?.is === 'unknown') pieces.push(between(sample, { ...sample }, isTrusted));
      pieces.push(gap);
      if (next.at - sample.at > bridged_ms) isTrusted = gap.is === 'unknown' && gap.isBounded;
    } else pieces.push(between(sample, next, isTrusted));
  }
  if (pieces.at(-1)?.is === 'unknown') pieces.push(between(last, { ...last }, isTrusted));
  if (last.at < day.to)
    pieces.push(
      day.to - last.at > gapLimit_ms
        ? silent(day, { from: last.at, to: day.to, isBounded: false })
        : between(last, { ...last, at: day.to }, isTrusted),
    );
  return pieces;
}

function between(sample: HoldSample, next: HoldSample, isTrusted: boolean): Piece {
  const span = { from: sample.at, to: next.at };
  if (!isKind(sample.holding)) return { is: sample.holding, ...span };
  if (sample.settling && !isTrusted) return unknown(span, 'settling', 'unknown');
  if (sample.food === null) return unknown(span, 'broken', 'probe_fault');
  // Where it begins to do something else nobody knows where the food was going.
  const end = next.holding === sample.holding ? next.food : sample.food;
  if (end === null) return unknown(span, 'broken', 'probe_fault');
  return { is: 'known', ...span, kind: sample.holding, begin: sample.food, end };
}

const unknown = (span: { from: number; to: number }, why: UnknownPiece['why'], reason: GapReason): UnknownPiece => ({
  is: 'unknown',
  ...span,
  why,
  reason,
  isBounded: false,
});

/** A gap, unless it lies between two moments of which both say that no limit holds. */
function gapBetween(day: HoldDay, before: HoldSample, after: HoldSample): Piece {
  const span = { from: before.at, to: after.at };
  if (before.holding === after.holding && !isKind(before.holding)) return { is: before.holding, ...span };
  const isShort = after.at - before.at <= bridged_ms;
  return silent(day, { ...span, isBounded: isShort || isBounded(day, before, after) });
}

function silent({ silences = [] }: HoldDay, gap: { from: number; to: number; isBounded: boolean }): UnknownPiece {
  const common = ({ from, to }: { from: number; to: number }): number =>
    Math.min(to, gap.to) - Math.max(from, gap.from);
  const [longest] = silences.toSorted((a, b) => common(b) - common(a));
  const reason = longest && common(longest) > 0 ? longest.reason : 'unknown';
  return { is: 'unknown', ...gap, why: 'gap', reason };
}

/**
 * Whether food cannot have left its limit in a long gap: it was within before, and so is the first air after it. Without power the air warms
 * before the food does, and is cooled again within minutes of its return.
 */
function isBounded({ limits, silences = [], boots = [] }: HoldDay, before: HoldSample, after: HoldSample): boolean {
  const { holding } = before;
  if (!isKind(holding) || after.holding !== holding || before.settling) return false;
  const { limit_C } = limits[holding];
  if (before.food === null || after.air === null) return false;
  if (beyond(holding, before.food, limit_C) > 0 || beyond(holding, after.air, limit_C) > 0) return false;
  const wasWithoutPower =
    silences.some(({ from, to, reason }) => reason === 'power_lost' && from < after.at && to > before.at) ||
    boots.some((at) => at > before.at && at <= after.at);
  return !wasWithoutPower || boots.some((at) => at <= after.at && after.at - at <= warmSince_ms);
}
