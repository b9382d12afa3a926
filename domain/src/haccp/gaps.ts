/** Stretches without a core temperature that counts, and what they leave of the proof. */

import { type Batch, type BatchGap, type BatchSample, type CurvePoint, gapLimit_ms, probeNoise_K } from './batch.ts';
import type { Believed } from './believed.ts';
import { type Found, found, type Known } from './judgement.ts';
import { type GapReason, isProbeReason, type VerdictReason } from './verdicts.ts';

/** The gaps of a batch, from its start to its end or its last value. */
export function gapsOf(
  samples: readonly BatchSample[],
  { curve, missing }: Believed,
  { startedAt, endedAt }: Batch,
): readonly BatchGap[] {
  const ends = [startedAt, ...curve.map(({ at }) => at), Math.max(endedAt, curve.at(-1)?.at ?? endedAt)];
  const reasonOf = (from: number, to: number): GapReason => {
    for (const [index, { at, gapBefore }] of samples.entries()) {
      if (at <= from || at > to) continue;
      const reason = gapBefore ?? missing[index];
      if (reason) return reason;
    }
    // No sample says why: it may have begun with the one at the start of the cycle.
    return missing[samples.findIndex(({ at }) => at === from)] ?? 'unknown';
  };
  return ends.slice(1).flatMap((to, index): BatchGap[] => {
    const from = ends[index] as number;
    return to - from > gapLimit_ms ? [{ from, to, reason: reasonOf(from, to) }] : [];
  });
}

/** Why gaps take the proof away: what the needle did, or that data are missing. */
export const reasonsOfGaps = (gaps: readonly BatchGap[]): readonly VerdictReason[] =>
  gaps.map(({ reason }) => (isProbeReason(reason) ? reason : 'gap_unbounded'));

/** Whether the clock of the unit changed between two moments, so that nobody knows how far apart they are. */
export const clockChangedBetween = (from: number, to: number, { batch: { clockChanges } }: Known): boolean =>
  clockChanges?.some((at) => at > from && at < to) === true;

/** The gaps that lie, at least in part, between two moments. */
export const gapsBetween = (from: number, to: number, { gaps }: Known): readonly BatchGap[] =>
  gaps.filter((gap) => gap.to > from && gap.from < to);

/** What gaps leave of the proof: all of it where there is none. */
export function provenDespite(inside: readonly BatchGap[], known: Known): Found {
  if (inside.length === 0) return found('PASS');
  const open = inside.filter((gap) => !isBounded(gap, known));
  return open.length > 0 ? found('NOT_PROVEN', ...reasonsOfGaps(open)) : found('PASS_WITH_GAP', 'gap_bounded');
}

/** What came of a target that the curve has not reached by its last value: it may have where nobody looked. */
export function notReached({ gaps, curve }: Known): Found {
  const unseen = gaps.find((gap) => gap.to > (curve.at(-1) as CurvePoint).at);
  return unseen ? found('NOT_PROVEN', ...reasonsOfGaps([unseen])) : found('ABORTED', 'target_not_reached');
}

/**
 * Whether the curve cannot have left its way in a gap: it did not rise from one side to the other. Before the first value it is counted
 * from the start of the cycle.
 */
function isBounded(gap: BatchGap, { curve }: Known): boolean {
  const after = curve.find(({ at }) => at === gap.to);
  const before = curve.find(({ at }) => at === gap.from);
  if (!after) return false;
  if (!before) return true;
  return after.core <= before.core + probeNoise_K;
}
