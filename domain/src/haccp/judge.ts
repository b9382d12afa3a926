/**
 * The verdict on a batch: a pure function of its samples. It judges against the food's favour: the warmest valid point of the needle,
 * in a trolley unit of both needles, the earliest start and latest end that the data allow. Temperatures in °C, instants in epoch
 * milliseconds.
 */
import type { RecordKind } from '../appliance/families/family.ts';
import { minute_ms } from '../language/durations.ts';
import { airMoves_K, differenceVaries_K, followCoverage_ms, followWindow_ms, staysWithin_K } from './needle-in-air.ts';
import type { Rule, RuleStage } from './rules.ts';

/** Why data are missing before a sample. */
export const gapReasons = [
  'unit_silent',
  'link_lost',
  'portal_down',
  'dropped',
  'probe_fault',
  'untimed',
  'unknown',
] as const;

/** Reason of a gap; `ruleMessages` words it as `gap.<reason>`. */
export type GapReason = (typeof gapReasons)[number];

/** One sample of a batch: every point of the needles (null: no valid value) and the chamber's air. */
export type BatchSample = {
  readonly at: number;
  readonly core: readonly (number | null)[];
  readonly air: number | null;
  /** Set when it is known why nothing came before this sample. */
  readonly gapBefore?: GapReason;
};

/**
 * The verdicts; of several findings the one that stands last here is the batch's. PASS and FAIL speak of the limit; NOT_PROVEN is
 * neither; PASS_WITH_GAP: kept, although data are missing.
 */
export const verdicts = ['PASS', 'PASS_WITH_GAP', 'NOT_PROVEN', 'FAIL'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a verdict is not a plain PASS. */
export const verdictReasons = [
  'time_exceeded',
  'target_not_reached',
  'no_core',
  'core_follows_air',
  'gap_bounded',
  'gap_unbounded',
] as const;

/** Reason of a verdict; `ruleMessages` words it as `reason.<reason>`. */
export type VerdictReason = (typeof verdictReasons)[number];

/** A point of the judged curve: the warmest valid core temperature at an instant. */
export type CurvePoint = { readonly at: number; readonly core: number };

/** The two raw samples between which a threshold was crossed; one alone when the batch began beyond it. */
export type Neighbours = readonly [before: CurvePoint | null, after: CurvePoint];

/** A stage of the rule as this batch went through it; null where it did not. */
export type JudgedStage = {
  readonly from: number;
  readonly to: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Interpolated length. */
  readonly minutes: number | null;
  readonly limit_min: number;
  readonly neighbours: { readonly start: Neighbours | null; readonly end: Neighbours | null };
};

/** A stretch of more than five minutes without a core temperature. */
export type BatchGap = { readonly from: number; readonly to: number; readonly reason: GapReason };

/** What is judged. `endedAt` is the end of the cycle; one sample after it may close the last interval. */
export type Batch = {
  readonly kind: RecordKind;
  readonly samples: readonly BatchSample[];
  readonly startedAt: number;
  readonly endedAt: number;
  readonly rule: Rule;
};

/** The judgement of a batch. */
export type Judgement = {
  readonly verdict: Verdict;
  readonly reasons: readonly VerdictReason[];
  readonly stages: readonly JudgedStage[];
  readonly gaps: readonly BatchGap[];
  /** Samples between start and end. */
  readonly sampleCount: number;
  readonly coreMin: number | null;
  readonly coreMax: number | null;
};

/** A longer stretch without data is a gap that the verdict has to answer for. */
export const gapLimit_ms = 5 * minute_ms;

/** The unit ends the cycle between two samples; the next one may be this late and still shows that the target was reached. */
export const closingSample_ms = 2 * minute_ms;

/** Accuracy of a core probe: a rise within it is noise, not warming food. */
const probeNoise_K = 0.5;

/**
 * Judges a batch against a rule set. The order of the samples does not matter.
 * @throws RangeError when the rule is for another kind of batch.
 */
export function judgeBatch(batch: Batch): Judgement {
  const { rule, startedAt, endedAt } = batch;
  if (batch.kind !== rule.kind) throw new RangeError(`rule ${rule.id} judges ${rule.kind}, not ${batch.kind}`);
  const samples = inOrder(batch.samples).filter(({ at }) => at >= startedAt && at <= endedAt + closingSample_ms);
  const curve = samples.flatMap(({ at, core }): CurvePoint[] => {
    const warmest = warmestOf(core);
    return warmest === null ? [] : [{ at, core: warmest }];
  });
  const within = samples.filter(({ at }) => at <= endedAt);
  const cores = within.flatMap(({ core }) => core.filter((value) => value !== null));
  const gaps = gapsOf(samples, curve, startedAt, endedAt);
  const journeys = rule.stages.map((stage) => journey(stage, rule, curve, startedAt));
  const facts = {
    stages: journeys.map(({ judged }) => judged),
    gaps,
    sampleCount: within.length,
    coreMin: cores.length > 0 ? cores.reduce((a, b) => Math.min(a, b)) : null,
    coreMax: cores.length > 0 ? cores.reduce((a, b) => Math.max(a, b)) : null,
  };
  if (curve.length === 0) return { verdict: 'NOT_PROVEN', reasons: ['no_core'], ...facts };
  if (coreFollowsAir(samples)) return { verdict: 'NOT_PROVEN', reasons: ['core_follows_air'], ...facts };
  const findings = journeys.map((each) => find(each, gaps, curve));
  const verdict = worst(findings.map((finding) => finding.verdict));
  const reasons = findings.flatMap((finding) =>
    finding.verdict === verdict && finding.reason ? [finding.reason] : [],
  );
  return { verdict, reasons: [...new Set(reasons)], ...facts };
}

const worst = (found: readonly Verdict[]): Verdict =>
  found.reduce((a, b) => (verdicts.indexOf(b) > verdicts.indexOf(a) ? b : a), 'PASS');

/** Sorted by time; samples of the same instant become one, whichever came first. */
function inOrder(samples: readonly BatchSample[]): readonly BatchSample[] {
  const byTime = new Map<number, BatchSample>();
  for (const sample of samples) {
    const twin = byTime.get(sample.at);
    byTime.set(sample.at, twin ? merged(twin, sample) : sample);
  }
  return [...byTime.values()].sort((a, b) => a.at - b.at);
}

function merged(a: BatchSample, b: BatchSample): BatchSample {
  const gapBefore = [a.gapBefore, b.gapBefore].filter((reason) => reason !== undefined).sort()[0];
  const airs = [a.air, b.air].filter((air) => air !== null);
  return {
    at: a.at,
    core: [...a.core, ...b.core],
    air: airs.length > 0 ? Math.max(...airs) : null,
    ...(gapBefore ? { gapBefore } : {}),
  };
}

/** The warmest valid point of the needles: what cooling is judged by, and what is shown as the core. Null without a valid one. */
export function warmestOf(core: readonly (number | null)[]): number | null {
  const valid = core.filter((value) => value !== null);
  return valid.length > 0 ? Math.max(...valid) : null;
}

function gapsOf(
  samples: readonly BatchSample[],
  curve: readonly CurvePoint[],
  startedAt: number,
  endedAt: number,
): readonly BatchGap[] {
  const ends = [startedAt, ...curve.map(({ at }) => at), Math.max(endedAt, curve.at(-1)?.at ?? endedAt)];
  return ends.slice(1).flatMap((to, index): BatchGap[] => {
    const from = ends[index] as number;
    return to - from > gapLimit_ms ? [{ from, to, reason: reasonOf(samples, from, to) }] : [];
  });
}

function reasonOf(samples: readonly BatchSample[], from: number, to: number): GapReason {
  const inside = samples.filter(({ at }) => at > from && at <= to);
  const named = inside.find(({ gapBefore }) => gapBefore !== undefined)?.gapBefore;
  // Samples that came without a core temperature mean that the unit was there and its needle was not.
  return named ?? (inside.some(({ core }) => warmestOf(core) === null) ? 'probe_fault' : 'unknown');
}

/** A crossing of a threshold: when by interpolation, and when at the earliest and latest, which differ across a gap. */
type Crossing = {
  readonly at: number;
  readonly earliest: number;
  readonly latest: number;
  readonly neighbours: Neighbours;
};

/** Where the curve first falls to a threshold; the batch's start when it begins there. */
function fall(curve: readonly CurvePoint[], threshold: number, startedAt: number): Crossing | null {
  const index = curve.findIndex(({ core }) => core <= threshold);
  const after = curve[index];
  if (!after) return null;
  const before = curve[index - 1];
  if (!before) return { at: startedAt, earliest: startedAt, latest: startedAt, neighbours: [null, after] };
  const share = (before.core - threshold) / (before.core - after.core);
  const at = before.at + share * (after.at - before.at);
  const inGap = after.at - before.at > gapLimit_ms;
  return {
    at,
    earliest: inGap ? before.at : at,
    latest: inGap ? after.at : at,
    neighbours: [before, after],
  };
}

type Journey = { readonly judged: JudgedStage; readonly start: Crossing | null; readonly end: Crossing | null };

function journey(stage: RuleStage, rule: Rule, curve: readonly CurvePoint[], startedAt: number): Journey {
  const from = stage.clock === 'cumulative' ? (rule.stages[0] as RuleStage).from : stage.from;
  const start = fall(curve, from, startedAt);
  const end = start && fall(curve, stage.to, startedAt);
  const judged = {
    from: stage.from,
    to: stage.to,
    startedAt: start?.at ?? null,
    endedAt: end?.at ?? null,
    minutes: start && end ? (end.at - start.at) / minute_ms : null,
    limit_min: stage.max_min,
    neighbours: { start: start?.neighbours ?? null, end: end?.neighbours ?? null },
  };
  return { judged, start, end };
}

type Finding = { readonly verdict: Verdict; readonly reason: VerdictReason | null };

function find({ judged, start, end }: Journey, gaps: readonly BatchGap[], curve: readonly CurvePoint[]): Finding {
  const limit_ms = judged.limit_min * minute_ms;
  const lastAt = curve.at(-1)?.at ?? 0;
  if (!start || !end) {
    const late = start !== null && lastAt - start.latest > limit_ms;
    if (late) return { verdict: 'FAIL', reason: 'time_exceeded' };
    // A cycle ended before its target, within the limit: what happened to the food afterwards nobody measured.
    const unseen = gaps.some(({ to }) => to > lastAt);
    return { verdict: 'NOT_PROVEN', reason: unseen ? 'gap_unbounded' : 'target_not_reached' };
  }
  if (end.earliest - start.latest > limit_ms) return { verdict: 'FAIL', reason: 'time_exceeded' };
  const inside = gaps.filter(({ from, to }) => to > start.earliest && from < end.latest);
  if (inside.length === 0) return { verdict: 'PASS', reason: null };
  const bounded = inside.every((gap) => isBounded(gap, curve));
  return bounded && end.latest - start.earliest <= limit_ms
    ? { verdict: 'PASS_WITH_GAP', reason: 'gap_bounded' }
    : { verdict: 'NOT_PROVEN', reason: 'gap_unbounded' };
}

/** A gap is bounded when there is a value on both sides and the core did not rise in between. */
function isBounded(gap: BatchGap, curve: readonly CurvePoint[]): boolean {
  const before = curve.find(({ at }) => at === gap.from);
  const after = curve.find(({ at }) => at === gap.to);
  return before !== undefined && after !== undefined && after.core <= before.core + probeNoise_K;
}

/**
 * Whether the needles lay in air (`needle-in-air.ts`) at any time of the batch. It takes the proof away, so it is sure: the points of all
 * needles keep one distance from the air together. The alarm asks somebody to look while there is time, and doubts sooner: whatever
 * this says of a window, `followsAir` in `domain/src/alarms/engine/trackers/needle.ts` says too.
 */
function coreFollowsAir(samples: readonly BatchSample[]): boolean {
  const usable = samples.flatMap(({ at, core, air }) => {
    const points = core.filter((value) => value !== null);
    return air === null || points.length === 0 ? [] : [{ at, air, points }];
  });
  return usable.some((first, index) => {
    const air = { min: first.air, max: first.air };
    const apart = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
    for (let next = index; next < usable.length; next += 1) {
      const sample = usable[next] as (typeof usable)[number];
      const span_ms = sample.at - first.at;
      if (span_ms > followWindow_ms) return false;
      for (const point of sample.points) {
        apart.min = Math.min(apart.min, point - sample.air);
        apart.max = Math.max(apart.max, point - sample.air);
      }
      air.min = Math.min(air.min, sample.air);
      air.max = Math.max(air.max, sample.air);
      const near = apart.min >= -staysWithin_K && apart.max <= staysWithin_K;
      if (!near || apart.max - apart.min >= differenceVaries_K) return false;
      if (span_ms >= followCoverage_ms && air.max - air.min >= airMoves_K) return true;
    }
    return false;
  });
}
