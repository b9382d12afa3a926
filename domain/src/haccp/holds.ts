/** Whether food was held at a temperature without a break. */

import { minute_ms } from '../language/durations.ts';
import { probeNoise_K } from './batch.ts';
import { clockChangedBetween, gapsBetween, notReached, provenDespite, reasonsOfGaps } from './gaps.ts';
import { type Finding, type Found, found, type JudgedStage, type Known, notGone } from './judgement.ts';
import { gradeOf } from './verdicts.ts';

/** From the first value at or below the temperature to the last. */
type Stretch = { readonly from: number; readonly to: number };

/**
 * What the batch made of a temperature that is to be held without a break: of the times that it was held the one that proves the most, of
 * equals the longest.
 */
export function held({ to, for_min }: { to: number; for_min: number }, known: Known): Finding {
  const stretches = stretchesBelow(to, known);
  const findings = [...stretches, ...stretches.flatMap((stretch) => knownPartsOf(stretch, known))].map((stretch) =>
    findingOf(heldFor(stretch, for_min, known), heldStage(to, for_min, stretch)),
  );
  const length = ({ stages: [one] }: Finding): number => one?.minutes ?? 0;
  const best = findings.reduce<Finding | undefined>(
    (a, b) => (a && (gradeOf(a.verdict) - gradeOf(b.verdict) || length(b) - length(a)) <= 0 ? a : b),
    undefined,
  );
  if (best && best.verdict !== 'ABORTED') return best;
  // It may have been held where nobody looked.
  const hidden = known.gaps.filter((gap) => gap.to - gap.from >= for_min * minute_ms);
  const none = hidden.length > 0 ? found('NOT_PROVEN', ...reasonsOfGaps(hidden)) : notReached(known);
  return findingOf(none, best?.stages[0] ?? heldStage(to, for_min, null));
}

/** The stretches in which the curve was at or below a temperature; within the accuracy of a probe it may leave it. */
function stretchesBelow(limit_C: number, { curve }: Known): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let began: number | null = null;
  for (const { at, core } of curve) {
    if (core > (began === null ? limit_C : limit_C + probeNoise_K)) began = null;
    else {
      if (began === null) stretches.push({ from: at, to: at });
      began ??= at;
      stretches[stretches.length - 1] = { from: began, to: at };
    }
  }
  return stretches;
}

/** The parts of a stretch in which all was seen, by one clock. */
function knownPartsOf({ from, to }: Stretch, known: Known): readonly Stretch[] {
  const { batch, curve } = known;
  const changed = batch.clockChanges?.filter((at) => at > from && at < to) ?? [];
  const breaks = [...gapsBetween(from, to, known), ...changed.map((at) => ({ from: at, to: at }))];
  breaks.sort((a, b) => a.from - b.from);
  if (breaks.length === 0) return [];
  const [begins, ends] = [
    [from, ...breaks.map((one) => one.to)],
    [...breaks.map((one) => one.from), to],
  ];
  return begins.flatMap((begin, i): Stretch[] => {
    const inside = curve.filter(({ at }) => at >= begin && at <= (ends[i] as number));
    const [first, last] = [inside[0], inside.at(-1)];
    return first && last ? [{ from: first.at, to: last.at }] : [];
  });
}

function heldFor({ from, to }: Stretch, for_min: number, known: Known): Found {
  if (clockChangedBetween(from, to, known)) return found('NOT_PROVEN', 'clock_changed');
  if (to - from < for_min * minute_ms) {
    // It may have begun before it was seen, and ended after.
    const beside = known.gaps.filter((gap) => gap.to === from || gap.from === to);
    const atMost_ms = beside.reduce((sum, gap) => sum + gap.to - gap.from, to - from);
    return atMost_ms < for_min * minute_ms
      ? found('ABORTED', 'target_not_reached')
      : found('NOT_PROVEN', ...reasonsOfGaps(beside));
  }
  return provenDespite(gapsBetween(from, to, known), known);
}

const findingOf = ({ verdict, reasons }: Found, stage: Omit<JudgedStage, 'verdict'>): Finding => ({
  verdict,
  reasons,
  stages: [{ ...stage, verdict }],
});

function heldStage(to: number, for_min: number, stretch: Stretch | null): Omit<JudgedStage, 'verdict'> {
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
  };
}
