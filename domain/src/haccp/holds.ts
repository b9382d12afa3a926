/** Whether food was held at a temperature without a break. */

import { minute_ms } from '../language/durations.ts';
import { type CurvePoint, probeNoise_K } from './batch.ts';
import { isBounded, reasonsOfGaps } from './gaps.ts';
import { type Finding, type Found, found, type JudgedStage, type Known, notGone } from './judgement.ts';
import { gradeOf, type Verdict } from './verdicts.ts';

/** What the batch made of a temperature that is to be held without a break: its longest stretch. */
export function held({ to, for_min }: { to: number; for_min: number }, known: Known): Finding {
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
