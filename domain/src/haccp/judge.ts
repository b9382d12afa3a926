/**
 * The verdict on a batch: a pure function of what was measured. It judges against the food's favour: the warmest point of every needle that
 * counts (`believed.ts`), the earliest start and latest end that the data allow (`crossings.ts`). Temperatures in °C, instants in epoch
 * milliseconds.
 */

import { byNeedle } from '../appliance/metrics.ts';
import { minute_ms } from '../language/durations.ts';
import {
  type Batch,
  type BatchGap,
  type BatchSample,
  type CurvePoint,
  closingSample_ms,
  gapLimit_ms,
  probeNoise_K,
} from './batch.ts';
import { type Believed, believe, type Disbelieved } from './believed.ts';
import { type Crossing, firstFall, lastFall, type Neighbours } from './crossings.ts';
import { inOrder, withAir } from './in-order.ts';
import type { Rule, RuleStage } from './rules.ts';
import { type GapReason, gradeOf, isProbeReason, type Verdict, type VerdictReason } from './verdicts.ts';

/** A stage of the rule as this batch went through it; null where it did not. */
export type JudgedStage = {
  readonly from: number | null;
  readonly to: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** Interpolated length. */
  readonly minutes: number | null;
  /** The shortest and longest that the data allow; they differ from `minutes` only where a gap hides a crossing. */
  readonly earliest_min: number | null;
  readonly latest_min: number | null;
  /** When it was reached before it warmed again. */
  readonly firstReachedAt: number | null;
  readonly limit_min: number;
  /** NOT_APPLICABLE: the food was loaded colder than this stage ends. */
  readonly verdict: Verdict;
  readonly neighbours: { readonly start: Neighbours | null; readonly end: Neighbours | null };
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
  /** The first core temperature, where the food was loaded so warm that the time before is not part of the record. */
  readonly loaded_C: number | null;
  /** Values that do not count, and why. */
  readonly disbelieved: readonly Disbelieved[];
};

/** What is known of a batch before its rule is applied; for heating all temperatures have their sign turned. */
type Known = {
  readonly batch: Batch;
  readonly samples: readonly BatchSample[];
  readonly curve: readonly CurvePoint[];
  readonly gaps: readonly BatchGap[];
  /** The first values that count of needles that were put into food. */
  readonly putIn: readonly CurvePoint[];
};

/** Within so long of the start it shows how warm the food was loaded. */
const loading_ms = 5 * minute_ms;
/** A probe that reads wrong by more than this proves nothing. */
const probeOffset_max_K = 2;
/** Food this much colder than the air that cools it is not the food that was loaded. */
const belowAir_K = 2;
const belowAirShare = 0.5;
/** Hot food warms the air by more than this above the cold needle, between these minutes. */
const hotFoodWarms_K = 5;
const hotFood_ms = { from: 2 * minute_ms, to: 10 * minute_ms };

/**
 * Judges a batch against a rule set. The order of the samples does not matter.
 * @throws RangeError when the rule is for another kind of batch, or of a kind that is judged by the day and not by the batch
 */
export function judgeBatch(batch: Batch): Judgement {
  const { rule, startedAt, endedAt } = batch;
  if (batch.kind !== rule.kind) throw new RangeError(`rule ${rule.id} judges ${rule.kind}, not ${batch.kind}`);
  if (rule.kind === 'thaw') throw new RangeError(`rule ${rule.id} judges what is held, not a batch`);
  const heats = rule.kind === 'reheat';
  const all = withAir(inOrder(batch.samples, heats)).filter(
    ({ at }) => at >= startedAt && at <= endedAt + closingSample_ms,
  );
  const samples = heats ? all.map(turned) : all;
  const needles = needlesOf(batch, samples);
  const probe = batch.probeOffset_K ?? 0;
  const believed = believe(samples, needles, {
    silenced: batch.silenced ?? [],
    // A probe that reads low hides how warm the food is; one that reads high, how cold it still is when it is heated.
    offset_K: Math.max(0, heats ? -probe : probe),
  });
  const { curve, putIn } = believed;
  const known = { batch, samples, curve, putIn, gaps: gapsOf(samples, believed, batch) };
  const judged = inTime(
    batch,
    Math.abs(probe) > probeOffset_max_K ? notProven(known, 'probe_failed_check') : judge(known, believed),
  );
  const within = all.filter(({ at }) => at <= endedAt);
  const cores = within.flatMap(({ core }) => core.filter((value) => value !== null));
  return {
    verdict: judged.verdict,
    reasons: [...new Set(judged.reasons)],
    stages: heats ? judged.stages.map(turnedStage) : judged.stages,
    gaps: known.gaps,
    sampleCount: within.length,
    coreMin: cores.length > 0 ? cores.reduce((a, b) => Math.min(a, b)) : null,
    coreMax: cores.length > 0 ? cores.reduce((a, b) => Math.max(a, b)) : null,
    loaded_C: heats ? null : loadedAt(known),
    disbelieved: believed.disbelieved,
  };
}

/** The points of each needle that is judged. */
function needlesOf({ tray }: Batch, samples: readonly BatchSample[]): readonly (readonly number[])[] {
  const points = samples.reduce((most, { core }) => Math.max(most, core.length), 0);
  const needles = byNeedle(Array.from({ length: points }, (_, i) => i));
  if (!tray) return needles;
  return tray.needle === null ? [] : needles.slice(tray.needle, tray.needle + 1);
}

/** Heating is cooling with the signs turned: the coldest point becomes the warmest, a rise a fall. */
const turned = (sample: BatchSample): BatchSample => ({
  ...sample,
  core: sample.core.map(negative),
  air: negative(sample.air),
});

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

function gapsOf(
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
    // The needle was lost with the sample at which the gap begins.
    return missing[samples.findIndex(({ at }) => at === from)] ?? 'unknown';
  };
  return ends.slice(1).flatMap((to, index): BatchGap[] => {
    const from = ends[index] as number;
    return to - from > gapLimit_ms ? [{ from, to, reason: reasonOf(from, to) }] : [];
  });
}

type Finding = {
  readonly verdict: Verdict;
  readonly reasons: readonly VerdictReason[];
  readonly stages: readonly JudgedStage[];
};

function judge(known: Known, { measured, disbelieved }: Believed): Finding {
  const { batch, curve } = known;
  const { rule } = batch;
  if (batch.tray?.needle === null) return notProven(known, 'by_time');
  if (rule.stages.length === 0 && !rule.holds) return { verdict: 'NOT_APPLICABLE', reasons: ['no_limit'], stages: [] };
  if (curve.length === 0) {
    const inAir = disbelieved.some(({ reason }) => reason === 'probe_in_air');
    return notProven(known, inAir ? 'core_follows_air' : measured ? (disbelieved[0]?.reason ?? 'no_core') : 'no_core');
  }
  if (isBelowAir(known)) return notProven(known, 'core_below_air');
  if (rule.holds)
    return best(
      rule.holds.map((hold) => held(hold, known)),
      'the longer',
    );
  if (isLoadedCold(known)) {
    if (hotFoodWentIn(known)) return notProven(known, 'core_below_air');
    return { ...notProven(known, 'loaded_cold'), verdict: 'NOT_APPLICABLE' };
  }
  const applied = waysOf(known)
    .map((stages) => gone(stages, known))
    .filter(({ verdict }) => verdict !== 'NOT_APPLICABLE');
  if (applied.length === 0) return { ...notProven(known, 'loaded_cold'), verdict: 'NOT_APPLICABLE' };
  return best(applied);
}

/** What is found of a batch, unless it is known that its food waited longer after cooking than the rule allows. */
function inTime({ rule: { startWithin_min }, cookedAt, startedAt }: Batch, finding: Finding): Finding {
  const isLate =
    startWithin_min !== undefined && cookedAt !== undefined && startedAt - cookedAt > startWithin_min * minute_ms;
  if (!isLate || finding.verdict === 'NOT_APPLICABLE') return finding;
  const reasons = finding.verdict === 'FAIL' ? finding.reasons : [];
  return { ...finding, verdict: 'FAIL', reasons: ['started_late', ...reasons] };
}

const heats = ({ kind }: Rule): boolean => kind === 'reheat';

/** A rule's stages as the curve goes: for heating with their signs turned. */
const asTurned = (rule: Rule, stages: readonly RuleStage[]): readonly RuleStage[] =>
  heats(rule) ? stages.map((stage) => ({ ...stage, from: negative(stage.from), to: -stage.to })) : stages;

/** The ways in which the batch may keep its rule. */
function waysOf(known: Known): readonly (readonly RuleStage[])[] {
  const { rule } = known.batch;
  const { ifStart } = rule;
  const isCold = ifStart && isLoadedAtMost(ifStart.atMost, known);
  const ways = isCold ? [ifStart.stages] : [rule.stages, ...(rule.alternatives ?? [])];
  return ways.map((stages) => asTurned(rule, stages));
}

/** The verdict on food that went through no stage: nothing is known of it but why. */
function notProven({ batch }: Known, reason: VerdictReason): Finding {
  const byTime = reason === 'by_time' ? (batch.endedAt - batch.startedAt) / minute_ms : null;
  const stages = asTurned(batch.rule, batch.rule.stages).map(
    ({ from, to, max_min }): JudgedStage => ({
      ...notGone,
      from,
      to,
      limit_min: max_min,
      minutes: byTime,
      verdict: 'NOT_PROVEN',
    }),
  );
  return { verdict: 'NOT_PROVEN', reasons: [reason], stages };
}

const notGone = {
  startedAt: null,
  endedAt: null,
  minutes: null,
  earliest_min: null,
  latest_min: null,
  firstReachedAt: null,
  neighbours: { start: null, end: null },
} as const;

/** Whether all that was measured while the food was loaded is at or below what any of the ways asks for. */
function isLoadedCold(known: Known): boolean {
  const target = Math.min(
    ...waysOf(known)
      .flat()
      .map(({ to }) => to),
  );
  return isLoadedAtMost(target, known);
}

/**
 * Whether all that was measured while the food was loaded is at or below a temperature. It says nothing where a needle was put into warmer
 * food since.
 */
function isLoadedAtMost(limit_C: number, { batch: { startedAt }, curve, putIn }: Known): boolean {
  const loading = curve.filter(({ at }) => at - startedAt <= loading_ms);
  return loading.length > 0 && [...loading, ...putIn].every(({ core }) => core <= limit_C);
}

/** Whether the air warmed above a cold needle as it does when hot food comes in. */
function hotFoodWentIn({ batch: { startedAt }, samples, curve }: Known): boolean {
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

function loadedAt({ batch: { rule }, curve: [first] }: Known): number | null {
  const [begin] = rule.stages;
  if (!first || !begin || begin.from === null) return null;
  return first.core < begin.from && first.core > Math.min(...rule.stages.map(({ to }) => to)) ? first.core : null;
}

/** The way that came out best; of equals the one that left the most time, or that was held the longer. */
function best(ways: readonly Finding[], better: 'the shorter' | 'the longer' = 'the shorter'): Finding {
  const never = better === 'the shorter' ? Number.POSITIVE_INFINITY : 0;
  const share = ({ stages }: Finding): number =>
    Math.max(...stages.map(({ minutes, limit_min }) => (minutes === null ? never : minutes / limit_min)));
  const sign = better === 'the shorter' ? 1 : -1;
  return ways.reduce((a, b) => ((gradeOf(b.verdict) - gradeOf(a.verdict) || sign * (share(b) - share(a))) < 0 ? b : a));
}

/** What the batch made of stages that are all to be kept. */
function gone(stages: readonly RuleStage[], known: Known): Finding {
  const found = stages.map((stage) => {
    const from = stage.clock === 'cumulative' ? (stages[0]?.from ?? stage.from) : stage.from;
    return goneThrough(stage, from, known);
  });
  const applied = found.filter(({ judged }) => judged.verdict !== 'NOT_APPLICABLE');
  const worst = applied.reduce<Verdict>(
    (verdict, { judged }) => (gradeOf(judged.verdict) > gradeOf(verdict) ? judged.verdict : verdict),
    'PASS',
  );
  return {
    verdict: applied.length === 0 ? 'NOT_APPLICABLE' : worst,
    reasons: applied.flatMap(({ judged, reasons }) => (judged.verdict === worst ? reasons : [])),
    stages: found.map(({ judged }) => judged),
  };
}

type Gone = { readonly judged: JudgedStage; readonly reasons: readonly VerdictReason[] };

/** One stage. `from`: where its clock starts; null where that is a moment. */
function goneThrough(stage: RuleStage, from: number | null, known: Known): Gone {
  const { startedAt } = known.batch;
  const begin = begun(from, known);
  const { end, first } = lastFall(known.curve, stage.to, startedAt, seenUntil(known));
  const { verdict, reasons } = verdictOn(stage, begin, end, known);
  const counts = begin && end && verdict !== 'NOT_APPLICABLE' && !reasons.includes('start_not_seen');
  const minutes = (from_ms: number, to_ms: number): number | null => (counts ? (to_ms - from_ms) / minute_ms : null);
  return {
    judged: {
      from: stage.from,
      to: stage.to,
      startedAt: begin?.at ?? null,
      endedAt: end?.at ?? null,
      minutes: begin && end && minutes(begin.at, end.at),
      earliest_min: begin && end && minutes(begin.latest, end.earliest),
      latest_min: begin && end && minutes(begin.earliest, end.latest),
      firstReachedAt: first?.at ?? null,
      limit_min: stage.max_min,
      verdict,
      neighbours: { start: begin?.neighbours ?? null, end: end?.neighbours ?? null },
    },
    reasons:
      first && verdict !== 'PASS' ? [...reasons, heats(known.batch.rule) ? 'fell_again' : 'rose_again'] : reasons,
  };
}

/** The last time that a needle said something, or that it should have. */
function seenUntil({ batch: { endedAt }, samples, curve }: Known): number {
  const last = curve.at(-1)?.at ?? 0;
  const said = samples.findLast(({ core }) => core.some((value) => value !== null))?.at ?? 0;
  return endedAt - last > closingSample_ms ? endedAt : said;
}

/** Where the clock of a stage starts: at the fall through `from`, with the cycle where the food was loaded below it. */
function begun(from: number | null, { batch, curve }: Known): Crossing | null {
  const [first] = curve as readonly [CurvePoint];
  const { startedAt } = batch;
  const start = from === null ? Math.min(batch.cookedAt ?? startedAt, startedAt) : startedAt;
  if (from === null) return { at: start, earliest: start, latest: start, neighbours: [null, first] };
  const fall = firstFall(curve, from, start);
  // Nobody saw when the food came in.
  const unseen = fall?.neighbours[0] === null && first.at - startedAt > gapLimit_ms;
  return unseen ? { ...fall, latest: first.at } : fall;
}

type Found = { readonly verdict: Verdict; readonly reasons: readonly VerdictReason[] };
const found = (verdict: Verdict, ...reasons: VerdictReason[]): Found => ({ verdict, reasons });

function verdictOn(stage: RuleStage, begin: Crossing | null, end: Crossing | null, known: Known): Found {
  const { batch, curve, gaps } = known;
  const [first, last] = [curve[0] as CurvePoint, curve.at(-1) as CurvePoint];
  const limit_ms = stage.max_min * minute_ms;
  if (end?.neighbours[0] === null) {
    const seen = first.at - batch.startedAt <= gapLimit_ms;
    return seen ? found('NOT_APPLICABLE', 'loaded_cold') : found('NOT_PROVEN', 'start_not_seen');
  }
  const [from, to] = [begin?.earliest ?? batch.startedAt, end?.latest ?? last.at];
  if (batch.clockChanges?.some((at) => at > from && at < to)) return found('NOT_PROVEN', 'clock_changed');
  if (!begin || !end) {
    if (begin && last.at - begin.latest > limit_ms) return found('FAIL', 'time_exceeded');
    const unseen = gaps.find((gap) => gap.to > last.at);
    return unseen ? found('NOT_PROVEN', ...reasonsOfGaps([unseen])) : found('ABORTED', 'target_not_reached');
  }
  if (end.earliest - begin.latest > limit_ms) return found('FAIL', 'time_exceeded');
  const inside = gaps.filter((gap) => gap.to > begin.earliest && gap.from < end.latest);
  if (inside.length === 0) return found('PASS');
  const open = inside.filter((gap) => !isBounded(gap, known));
  if (open.length > 0) return found('NOT_PROVEN', ...reasonsOfGaps(open));
  return end.latest - begin.earliest <= limit_ms
    ? found('PASS_WITH_GAP', 'gap_bounded')
    : found('NOT_PROVEN', ...reasonsOfGaps(inside));
}

/** Why gaps take the proof away: what the needle did, or that data are missing. */
const reasonsOfGaps = (gaps: readonly BatchGap[]): readonly VerdictReason[] =>
  gaps.map(({ reason }) => (isProbeReason(reason) ? reason : 'gap_unbounded'));

/**
 * Whether the curve cannot have left its way in a gap: it did not rise from one side to the other. Before the first value it is counted
 * from the start of the cycle.
 */
function isBounded(gap: BatchGap, { batch, curve }: Known): boolean {
  const after = curve.find(({ at }) => at === gap.to);
  const before = curve.find(({ at }) => at === gap.from);
  if (!after) return false;
  if (!before) return gap.from === batch.startedAt;
  return after.core <= before.core + probeNoise_K;
}

/** What the batch made of a temperature that is to be held without a break: its longest stretch. */
function held({ to, for_min }: { to: number; for_min: number }, known: Known): Finding {
  const { curve, gaps } = known;
  const stretches: { from: number; to: number }[] = [];
  let began: number | null = null;
  for (const { at, core } of curve) {
    if (began === null ? core > to : core > to + probeNoise_K) began = null;
    else {
      if (began === null) stretches.push({ from: at, to: at });
      began ??= at;
      stretches[stretches.length - 1] = { from: began, to: at };
    }
  }
  const findings = stretches.map((stretch): Finding => {
    const { verdict, reasons } = heldFor(stretch, for_min, known);
    return { verdict, reasons, stages: [heldStage(to, for_min, stretch, verdict)] };
  });
  const unseen = gaps.find((gap) => gap.to > (curve.at(-1) as CurvePoint).at);
  const none: Finding = unseen
    ? { verdict: 'NOT_PROVEN', reasons: reasonsOfGaps([unseen]), stages: [heldStage(to, for_min, null, 'NOT_PROVEN')] }
    : { verdict: 'ABORTED', reasons: ['target_not_reached'], stages: [heldStage(to, for_min, null, 'ABORTED')] };
  const length = ({ stages: [one] }: Finding): number => one?.minutes ?? 0;
  const longest = findings.reduce(
    (a, b) => ((gradeOf(a.verdict) - gradeOf(b.verdict) || length(b) - length(a)) > 0 ? b : a),
    findings[0] ?? none,
  );
  return longest.verdict === 'ABORTED' && unseen
    ? { ...longest, verdict: 'NOT_PROVEN', reasons: none.reasons }
    : longest;
}

function heldFor(stretch: { from: number; to: number }, for_min: number, known: Known): Found {
  if (stretch.to - stretch.from < for_min * minute_ms) return found('ABORTED', 'target_not_reached');
  if (known.batch.clockChanges?.some((at) => at > stretch.from && at < stretch.to))
    return found('NOT_PROVEN', 'clock_changed');
  const inside = known.gaps.filter((gap) => gap.to > stretch.from && gap.from < stretch.to);
  if (inside.length === 0) return found('PASS');
  const open = inside.filter((gap) => !isBounded(gap, known));
  return open.length > 0 ? found('NOT_PROVEN', ...reasonsOfGaps(open)) : found('PASS_WITH_GAP', 'gap_bounded');
}

function heldStage(
  to: number,
  for_min: number,
  stretch: { from: number; to: number } | null,
  verdict: Verdict,
): JudgedStage {
  const minutes = stretch && (stretch.to - stretch.from) / minute_ms;
  return {
    ...notGone,
    from: null,
    to,
    startedAt: stretch?.from ?? null,
    endedAt: stretch?.to ?? null,
    minutes,
    earliest_min: minutes,
    latest_min: minutes,
    limit_min: for_min,
    verdict,
  };
}
