/**
 * The verdict on a cooling without an appliance (B2.7): of readings that somebody took by hand. The stages are those by which a batch is
 * judged, and between two readings nobody looked: where they lie more than five minutes apart a crossing may be anywhere between them.
 */

import { minute_ms } from '../language/durations.ts';
import { type Batch, type BatchSample, type CurvePoint, probeNoise_K } from './batch.ts';
import { gapsOf } from './gaps.ts';
import { best, inTime } from './judge.ts';
import type { Finding, JudgedStage, Known } from './judgement.ts';
import { type Rule, waysOf } from './rules.ts';
import { gone } from './stages.ts';
import { gradeOf, type VerdictReason } from './verdicts.ts';

/** What somebody read. */
export type HandReading = { readonly at: number; readonly value_C: number };

/** A cooling that somebody follows by hand: it begins with its first reading. `cookedAt`: when the food was cooked, where somebody said so. */
export type HandCooling = {
  readonly rule: Rule;
  readonly readings: readonly HandReading[];
  readonly cookedAt: number | null;
};

/** So many readings a record has at most. */
export const handReadings_max = 100;

/**
 * Judges readings by a rule that cools. Their order does not matter, and of two of one moment the warmer one counts.
 *
 * A stage is proven by a reading at or above where it begins, or the moment of cooking, and one at or below where it ends: what nobody
 * measured before the first reading may have taken any time. It fails as soon as the shortest time that the readings allow is too long.
 * @throws RangeError when the rule does not cool, or there is no reading
 */
export function judgeByHand({ rule, readings, cookedAt }: HandCooling): Finding {
  if (rule.kind !== 'chill' && rule.kind !== 'freeze') throw new RangeError(`rule ${rule.id} judges ${rule.kind}`);
  if (rule.stages.length === 0) return { verdict: 'NOT_APPLICABLE', reasons: ['no_limit'], stages: [] };
  const curve = curveOf(readings);
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) throw new RangeError('nothing was read');
  const known = knownOf(rule, curve, { from: Math.min(cookedAt ?? first.at, first.at), to: last.at });
  // What was cooked was hot, whatever was read first.
  const isCold = rule.ifStart !== undefined && cookedAt === null && first.core <= rule.ifStart.atMost;
  const finding = best(
    waysOf(rule, isCold).map((stages) =>
      provenAlone(gone(stages, known), { curve, isCookingKnown: cookedAt !== null }),
    ),
  );
  const { reasons, ...judged } = inTime({ rule, startedAt: first.at, ...(cookedAt !== null && { cookedAt }) }, finding);
  return { ...judged, reasons: [...new Set(reasons)] };
}

/** What food that is measured by hand has to reach next. */
export type HandDue = {
  readonly from: number | null;
  readonly to: number;
  readonly limit_min: number;
  /** Until when, of the earliest moment at which its clock may have started; null: it has not started. */
  readonly by: number | null;
};

/** The first stage that a cooling has not come to the end of; null: none. @param finding of its readings, `cookedAt` as in it */
export function dueByHand({ stages }: Finding, cookedAt: number | null): HandDue | null {
  const next = stages.find(({ endedAt }) => endedAt === null);
  if (!next) return null;
  const { from, to, limit_min, startedAt, neighbours } = next;
  // Nobody looked between two readings: the clock may run since the last warm one.
  const since = startedAt === null ? null : (neighbours.start?.[0]?.at ?? Math.min(startedAt, cookedAt ?? startedAt));
  return { from, to, limit_min, by: since === null ? null : since + limit_min * minute_ms };
}

function curveOf(readings: readonly HandReading[]): CurvePoint[] {
  const warmest = new Map<number, number>();
  for (const { at, value_C } of readings) warmest.set(at, Math.max(value_C, warmest.get(at) ?? value_C));
  return Array.from(warmest, ([at, core]) => ({ at, core })).sort((a, b) => a.at - b.at);
}

function knownOf(rule: Rule, curve: readonly CurvePoint[], { from, to }: { from: number; to: number }): Known {
  const samples = curve.map(({ at, core }): BatchSample => ({ at, core: [core], air: null }));
  const batch: Batch = { kind: rule.kind, rule, samples, startedAt: from, endedAt: to };
  const gaps = gapsOf(samples, { curve, missing: samples.map(() => null), putIn: [], disbelieved: [] }, batch);
  return { batch, samples, curve, putIn: [], gaps };
}

type Read = { readonly curve: readonly CurvePoint[]; readonly isCookingKnown: boolean };

/** What is left of a finding where nobody read how a stage began. What failed has failed whatever was before. */
function provenAlone(finding: Finding, read: Read): Finding {
  const stages = finding.stages.map((stage): JudgedStage => {
    if (whyOpen(stage, read) === null) return stage;
    return { ...stage, minutes: null, earliest_min: null, latest_min: null, verdict: 'NOT_PROVEN' };
  });
  const reasons = finding.stages.flatMap((stage) => whyOpen(stage, read) ?? []);
  if (reasons.length === 0 || gradeOf(finding.verdict) > gradeOf('NOT_PROVEN')) return { ...finding, stages };
  const former = finding.verdict === 'NOT_PROVEN' ? finding.reasons : [];
  return { verdict: 'NOT_PROVEN', reasons: [...former, ...reasons], stages };
}

/** Why a stage proves nothing although the judge of batches would let it pass; null: it does, or it would not. */
function whyOpen(stage: JudgedStage, { curve, isCookingKnown }: Read): VerdictReason | null {
  const { verdict, from, to, endedAt, neighbours } = stage;
  if (verdict === 'NOT_APPLICABLE') return 'start_not_seen';
  if (verdict !== 'PASS' && verdict !== 'PASS_WITH_GAP') return null;
  // A probe slips, and is back in seconds; what somebody read was so.
  if (curve.some(({ at, core }) => endedAt !== null && at > endedAt && core > to + probeNoise_K)) return 'rose_again';
  const isRead = neighbours.start !== null && neighbours.start[0] !== null;
  return from === null || isRead || isCookingKnown ? null : 'start_not_read';
}
