/** How a batch went through the stages of its rule: falls through two temperatures, and the time between them. */

import { minute_ms } from '../language/durations.ts';
import { type CurvePoint, closingSample_ms, gapLimit_ms } from './batch.ts';
import { type Crossing, firstFall, lastFall } from './crossings.ts';
import { clockChangedBetween, gapsBetween, notReached, provenDespite, reasonsOfGaps } from './gaps.ts';
import { type Finding, type Found, found, type JudgedStage, type Known } from './judgement.ts';
import type { RuleStage } from './rules.ts';
import { gradeOf, type Verdict, type VerdictReason } from './verdicts.ts';

/** What the batch made of stages that are all to be kept. */
export function gone(stages: readonly RuleStage[], known: Known): Finding {
  const outcomes = stages.map((stage) => {
    const from = stage.clock === 'cumulative' ? (stages[0]?.from ?? stage.from) : stage.from;
    return goneThrough(stage, from, known);
  });
  const applied = outcomes.filter(({ judged }) => judged.verdict !== 'NOT_APPLICABLE');
  const worst = applied.reduce<Verdict>(
    (verdict, { judged }) => (gradeOf(judged.verdict) > gradeOf(verdict) ? judged.verdict : verdict),
    'PASS',
  );
  return {
    verdict: applied.length === 0 ? 'NOT_APPLICABLE' : worst,
    reasons: applied.flatMap(({ judged, reasons }) => (judged.verdict === worst ? reasons : [])),
    stages: outcomes.map(({ judged }) => judged),
  };
}

type Gone = { readonly judged: JudgedStage; readonly reasons: readonly VerdictReason[] };

/** One stage. `from`: where its clock starts; null where that is a moment. */
function goneThrough(stage: RuleStage, from: number | null, known: Known): Gone {
  const { startedAt } = known.batch;
  const begin = begun(from, known);
  const { end, first } = lastFall(known.curve, stage.to, startedAt, seenUntil(known));
  const { verdict, reasons } = verdictOn(stage, begin, end, known);
  const isUnknown = verdict === 'NOT_APPLICABLE' || reasons.includes('start_not_seen');
  const lengths = begin && end && !isUnknown ? lengthsBetween(begin, end) : noLengths;
  return {
    judged: {
      from: stage.from,
      to: stage.to,
      startedAt: begin?.at ?? null,
      endedAt: end?.at ?? null,
      ...lengths,
      firstReachedAt: first?.at ?? null,
      limit_min: stage.max_min,
      verdict,
      neighbours: { start: begin?.neighbours ?? null, end: end?.neighbours ?? null },
    },
    reasons: first && verdict !== 'PASS' ? [...reasons, 'rose_again'] : reasons,
  };
}

type Lengths = Pick<JudgedStage, 'minutes' | 'earliest_min' | 'latest_min'>;
const noLengths: Lengths = { minutes: null, earliest_min: null, latest_min: null };

/** How long it took from one crossing to another. One gap may hide both. */
const lengthsBetween = (begin: Crossing, end: Crossing): Lengths => ({
  minutes: (end.at - begin.at) / minute_ms,
  earliest_min: Math.max(0, end.earliest - begin.latest) / minute_ms,
  latest_min: (end.latest - begin.earliest) / minute_ms,
});

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

function verdictOn(stage: RuleStage, begin: Crossing | null, end: Crossing | null, known: Known): Found {
  const { batch, curve } = known;
  const [first, last] = [curve[0] as CurvePoint, curve.at(-1) as CurvePoint];
  const limit_ms = stage.max_min * minute_ms;
  if (end?.neighbours[0] === null) {
    const seen = first.at - batch.startedAt <= gapLimit_ms;
    return seen ? found('NOT_APPLICABLE', 'loaded_cold') : found('NOT_PROVEN', 'start_not_seen');
  }
  const [from, to] = [begin?.earliest ?? batch.startedAt, end?.latest ?? last.at];
  if (clockChangedBetween(from, to, known)) return found('NOT_PROVEN', 'clock_changed');
  if (!begin || !end) {
    // Who had just come to the target may have stayed there.
    const lastAbove = curve.findLast(({ core }) => core > stage.to);
    if (begin && lastAbove && lastAbove.at - begin.latest > limit_ms) return found('FAIL', 'time_exceeded');
    return notReached(known);
  }
  if (end.earliest - begin.latest > limit_ms) return found('FAIL', 'time_exceeded');
  const inside = gapsBetween(begin.earliest, end.latest, known);
  const proof = provenDespite(inside, known);
  const isInTime = end.latest - begin.earliest <= limit_ms;
  return proof.verdict === 'PASS_WITH_GAP' && !isInTime ? found('NOT_PROVEN', ...reasonsOfGaps(inside)) : proof;
}
