/**
 * The verdict on a batch: a pure function of what was measured. It judges against the food's favour: the warmest point of every needle that
 * counts (`believed.ts`), the earliest start and latest end that the data allow (`crossings.ts`). Temperatures in °C, instants in epoch
 * milliseconds.
 */

import { byNeedle } from '../appliance/metrics.ts';
import { minute_ms } from '../language/durations.ts';
import { type Batch, type BatchSample, type CurvePoint, closingSample_ms, gapLimit_ms } from './batch.ts';
import { type Believed, believe } from './believed.ts';
import { addedFor, probeError_max_K } from './checks/doubts.ts';
import { type Neighbours, riseAfter } from './crossings.ts';
import { gapsOf } from './gaps.ts';
import { held } from './holds.ts';
import { inOrder, withAir } from './in-order.ts';
import { type Finding, type JudgedStage, type Judgement, type Known, notGone } from './judgement.ts';
import { keptWithin } from './keeps.ts';
import { type Rule, type RuleStage, waysOf } from './rules.ts';
import { gone } from './stages.ts';
import { gradeOf, type VerdictReason } from './verdicts.ts';

/** Within so long of the start it shows how warm the food was loaded. */
const loading_ms = 5 * minute_ms;
/** Food this much colder than the air that cools it is not the food that was loaded. */
const belowAir_K = 2;
const belowAirShare = 0.5;
/** Hot food warms the air by more than this above the cold needle, between these minutes. */
const hotFoodWarms_K = 5;
const hotFood_ms = { from: 2 * minute_ms, to: 10 * minute_ms };

/**
 * Judges a batch against a rule set. The order of the samples does not matter.
 * @throws RangeError when the rule is for another kind of batch
 */
export function judgeBatch(batch: Batch): Judgement {
  const { rule, startedAt, endedAt } = batch;
  if (batch.kind !== rule.kind) throw new RangeError(`rule ${rule.id} judges ${rule.kind}, not ${batch.kind}`);
  const heats = rule.kind === 'reheat';
  const all = withAir(inOrder(batch.samples, heats)).filter(
    ({ at }) => at >= startedAt && at <= endedAt + closingSample_ms,
  );
  const samples = heats ? all.map(turned) : all;
  const needles = needlesOf(batch, samples);
  const believed = believe(samples, needles, {
    silenced: batch.silenced ?? [],
    added_K: (batch.probeErrors_K ?? []).map((error_K = 0) => Math.abs(addedFor(error_K, heats))),
  });
  const { curve, putIn } = believed;
  const known = { batch, samples, curve, putIn, gaps: gapsOf(samples, believed, batch) };
  const judged = inTime(
    batch,
    hasFailedCheck(batch, samples, needles)
      ? unjudged(known, 'NOT_PROVEN', 'probe_failed_check')
      : judge(known, believed),
  );
  const within = all.filter(({ at }) => at <= endedAt);
  return {
    verdict: judged.verdict,
    reasons: [...new Set(judged.reasons.map((reason) => (heats && heated[reason]) || reason))],
    stages: heats ? judged.stages.map(turnedStage) : judged.stages,
    gaps: known.gaps,
    sampleCount: within.length,
    loaded_C: heats ? null : loadedAt(known),
    disbelieved: believed.disbelieved,
  };
}

/**
 * What a rule makes of a curve that is known as a whole and of which every value counts: one that was reckoned beforehand. The first point
 * is its start, the last its end.
 */
export function judgeCurve(rule: Rule, course: readonly CurvePoint[]): Finding {
  const heats = rule.kind === 'reheat';
  const curve = heats ? course.map(turnedPoint) : course;
  const [startedAt, endedAt] = [curve[0]?.at ?? 0, curve.at(-1)?.at ?? 0];
  const samples = curve.map(({ at, core }): BatchSample => ({ at, core: [core], air: null }));
  const batch: Batch = { kind: rule.kind, rule, startedAt, endedAt, samples };
  const { stages, ...finding } = judge({ batch, samples, curve, putIn: [], gaps: [] }, { disbelieved: [] });
  return { ...finding, stages: heats ? stages.map(turnedStage) : stages };
}

/** The points of each needle that is judged. */
function needlesOf({ tray }: Batch, samples: readonly BatchSample[]): readonly (readonly number[])[] {
  const points = samples.reduce((most, { core }) => Math.max(most, core.length), 0);
  const needles = byNeedle(Array.from({ length: points }, (_, i) => i));
  if (!tray) return needles;
  return tray.needle === null ? [] : needles.slice(tray.needle, tray.needle + 1);
}

/** Whether a point of theirs that measured anything reads wrong by too much. */
const hasFailedCheck = (
  { probeErrors_K = [] }: Batch,
  samples: readonly BatchSample[],
  needles: readonly (readonly number[])[],
): boolean =>
  needles
    .flat()
    .filter((point) => Math.abs(probeErrors_K[point] ?? 0) > probeError_max_K)
    .some((point) => samples.some(({ core }) => (core[point] ?? null) !== null));

/** Heating is cooling with the signs turned: the coldest point becomes the warmest, a rise a fall. */
const turned = (sample: BatchSample): BatchSample => ({
  ...sample,
  core: sample.core.map(negative),
  air: negative(sample.air),
});

/** What a reason is called where food is heated. */
const heated: Partial<Record<VerdictReason, VerdictReason>> = {
  rose_again: 'fell_again',
  loaded_cold: 'loaded_hot',
  warmed_since: 'cooled_since',
  core_below_air: 'core_above_air',
};

const negative = (value: number | null): number | null => (value === null ? null : -value);
const turnedPoint = (point: CurvePoint): CurvePoint => ({ at: point.at, core: -point.core });
const turnedNeighbours = (neighbours: Neighbours | null): Neighbours | null =>
  neighbours && [neighbours[0] && turnedPoint(neighbours[0]), turnedPoint(neighbours[1])];

const turnedStage = (stage: JudgedStage): JudgedStage => ({
  ...stage,
  from: negative(stage.from),
  to: -stage.to,
  neighbours: { start: turnedNeighbours(stage.neighbours.start), end: turnedNeighbours(stage.neighbours.end) },
});

function judge(known: Known, { disbelieved }: Pick<Believed, 'disbelieved'>): Finding {
  const { batch, curve } = known;
  const { rule } = batch;
  if (batch.tray?.needle === null) return unjudged(known, 'NOT_PROVEN', 'by_time');
  const { hold, grace_min } = rule;
  if (hold && grace_min !== undefined) return keptWithin({ ...rule, hold, grace_min }, known);
  if (rule.stages.length === 0 && !rule.holds) return { verdict: 'NOT_APPLICABLE', reasons: ['no_limit'], stages: [] };
  if (curve.length === 0) {
    const inAir = disbelieved.some(({ reason }) => reason === 'probe_in_air');
    return unjudged(known, 'NOT_PROVEN', inAir ? 'core_follows_air' : (disbelieved[0]?.reason ?? 'no_core'));
  }
  if (isBelowAir(known)) return unjudged(known, 'NOT_PROVEN', 'core_below_air');
  if (rule.holds)
    return best(
      rule.holds.map((hold) => held(hold, known)),
      'the longer',
    );
  if (isLoadedCold(known))
    return hotFoodWentIn(known) ? unjudged(known, 'NOT_PROVEN', 'core_below_air') : loadedCold(known);
  const applied = waysOpen(known)
    .map((stages) => gone(stages, known))
    .filter(({ verdict }) => verdict !== 'NOT_APPLICABLE');
  return applied.length > 0 ? best(applied) : loadedCold(known);
}

/** What is found of a batch, unless it is known that its food waited longer after cooking than the rule allows. */
export function inTime(
  { rule: { startWithin_min }, cookedAt, startedAt }: Pick<Batch, 'rule' | 'cookedAt' | 'startedAt'>,
  finding: Finding,
): Finding {
  const isLate =
    startWithin_min !== undefined && cookedAt !== undefined && startedAt - cookedAt > startWithin_min * minute_ms;
  if (!isLate || finding.verdict === 'NOT_APPLICABLE') return finding;
  const reasons = finding.verdict === 'FAIL' ? finding.reasons : [];
  return { ...finding, verdict: 'FAIL', reasons: ['started_late', ...reasons] };
}

/** A rule's stages as the curve goes: for heating with their signs turned. */
const asTurned = (rule: Rule, stages: readonly RuleStage[]): readonly RuleStage[] =>
  rule.kind === 'reheat' ? stages.map((stage) => ({ ...stage, from: negative(stage.from), to: -stage.to })) : stages;

/** The ways in which the batch may keep its rule. */
function waysOpen(known: Known): readonly (readonly RuleStage[])[] {
  const { rule } = known.batch;
  const { ifStart } = rule;
  const isCold = ifStart !== undefined && isLoadedAtMost(ifStart.atMost, known);
  return waysOf(rule, isCold).map((stages) => asTurned(rule, stages));
}

/** What is said of a batch, and of each stage, that was not judged: nothing is known of it but why. */
function unjudged({ batch }: Known, verdict: 'NOT_PROVEN' | 'NOT_APPLICABLE', reason: VerdictReason): Finding {
  const byTime = reason === 'by_time' ? (batch.endedAt - batch.startedAt) / minute_ms : null;
  const stages = asTurned(batch.rule, batch.rule.stages).map(
    ({ from, to, max_min }): JudgedStage => ({
      ...notGone,
      from,
      to,
      limit_min: max_min,
      minutes: byTime,
      verdict,
    }),
  );
  return { verdict, reasons: [reason], stages };
}

/** The coldest that any of the ways asks for. */
const targetOf = (known: Known): number =>
  Math.min(
    ...waysOpen(known)
      .flat()
      .map(({ to }) => to),
  );

/** Whether all that was measured while the food was loaded is at or below what any of the ways asks for. */
const isLoadedCold = (known: Known): boolean => isLoadedAtMost(targetOf(known), known);

/** Cooling has no limit for food that was cold; that it warmed is said beside. */
function loadedCold(known: Known): Finding {
  const finding = unjudged(known, 'NOT_APPLICABLE', 'loaded_cold');
  const hasWarmed = riseAfter(known.curve, 0, targetOf(known)) >= 0;
  return hasWarmed ? { ...finding, reasons: [...finding.reasons, 'warmed_since'] } : finding;
}

/**
 * Whether all that was measured while the food was loaded is at or below a temperature. It says nothing where a needle was put into warmer
 * food since.
 */
function isLoadedAtMost(limit_C: number, { batch: { startedAt }, curve, putIn }: Known): boolean {
  const loading = curve.filter(({ at }) => at - startedAt <= loading_ms);
  return loading.length > 0 && [...loading, ...putIn].every(({ core }) => core <= limit_C);
}

/** Whether the air warmed above a cold needle as it does when hot food comes in. An oven's air tells nothing of what came in. */
function hotFoodWentIn({ batch: { rule, startedAt }, samples, curve }: Known): boolean {
  if (rule.kind === 'reheat') return false;
  const [first] = curve as readonly [CurvePoint];
  return samples.some(({ at, air }) => {
    const since_ms = at - startedAt;
    return (
      air !== null && since_ms >= hotFood_ms.from && since_ms <= hotFood_ms.to && air > first.core + hotFoodWarms_K
    );
  });
}

/** Whether the needle is colder than the air that cools it most of the time: probes are swapped, or it is in other food. */
function isBelowAir({ batch: { startedAt }, samples, curve }: Known): boolean {
  const cores = new Map(curve.map(({ at, core }) => [at, core]));
  const pairs = samples.flatMap(({ at, air }) => {
    const core = cores.get(at);
    return air === null || core === undefined || at - startedAt <= loading_ms ? [] : [{ core, air }];
  });
  return pairs.filter(({ core, air }) => core < air - belowAir_K).length > belowAirShare * pairs.length;
}

/** How warm the food was loaded, where it was seen and is colder than each way begins. */
function loadedAt({ batch: { rule, startedAt }, curve: [first] }: Known): number | null {
  const stages = [rule.stages, ...(rule.alternatives ?? [])].flat();
  const begins = stages.flatMap(({ from }) => from ?? []);
  if (!first || first.at - startedAt > gapLimit_ms || begins.length === 0) return null;
  const [from, to] = [Math.max(...begins), Math.min(...stages.map((stage) => stage.to))];
  return first.core < from && first.core > to ? first.core : null;
}

/** The way that came out best; of equals the one that left the most time, or that was held the longer. */
export function best(ways: readonly Finding[], better: 'the shorter' | 'the longer' = 'the shorter'): Finding {
  const never = better === 'the shorter' ? Number.POSITIVE_INFINITY : 0;
  const share = ({ stages }: Finding): number =>
    Math.max(...stages.map(({ minutes, limit_min }) => (minutes === null ? never : minutes / limit_min)));
  const sign = better === 'the shorter' ? 1 : -1;
  return ways.reduce((a, b) => ((gradeOf(b.verdict) - gradeOf(a.verdict) || sign * (share(b) - share(a))) < 0 ? b : a));
}
