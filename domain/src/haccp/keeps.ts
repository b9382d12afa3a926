/** Whether food stayed within a temperature while it thawed: judged as a day of what is held is, with the verdicts of a batch. */

import type { HoldDay, HoldLimit, HoldReason, HoldSample, HoldVerdict } from './holding/day.ts';
import { judgeHoldDay } from './holding/judge-day.ts';
import { type Finding, type Known, notGone } from './judgement.ts';
import type { Rule } from './rules.ts';
import type { Verdict, VerdictReason } from './verdicts.ts';

/** What the verdict on a day is called where it is one on a batch. */
const verdictOf: Readonly<Record<HoldVerdict, Verdict>> = {
  KEPT: 'PASS',
  KEPT_WITH_GAP: 'PASS_WITH_GAP',
  EXCEEDED: 'FAIL',
  NOT_PROVEN: 'NOT_PROVEN',
  NOT_IN_USE: 'NOT_PROVEN',
  NO_LIMIT: 'NOT_APPLICABLE',
};

const reasonOf: Readonly<Record<HoldReason, VerdictReason>> = {
  beyond_grace: 'too_warm',
  gap_bounded: 'gap_bounded',
  some_data: 'gap_bounded',
  gap_unbounded: 'gap_unbounded',
  gap_at_limit: 'gap_unbounded',
  few_data: 'gap_unbounded',
  no_data: 'no_core',
  probe_broken: 'probe_fault',
  stand_by: 'no_core',
  nothing_limited: 'no_limit',
};

/**
 * What the batch made of a temperature above which it may be for `grace_min` at a time. It goes by the needle, where the rule limits the air
 * by whichever is warmer. Where no needle says anything cold air proves that the food was no warmer, and warm air proves nothing.
 */
export function keptWithin(rule: Rule & Required<Pick<Rule, 'hold' | 'grace_min'>>, known: Known): Finding {
  const { hold, grace_min, holdsAir } = rule;
  const { batch, curve } = known;
  const limit: HoldLimit = { limit_C: hold.max, alarm_C: hold.max, grace_min };
  const day = judgeHoldDay({
    from: batch.startedAt,
    to: batch.endedAt,
    samples: samplesOf(known, holdsAir === true),
    limits: { chilled: limit, frozen: limit, hot: limit },
    silences: known.gaps,
  } satisfies HoldDay);
  const isByAir = curve.length === 0 && !holdsAir;
  const isUnknown = isByAir && day.verdict === 'EXCEEDED';
  const verdict = isUnknown ? 'NOT_PROVEN' : verdictOf[day.verdict];
  const reasons = isUnknown ? ['no_core' as const] : day.reasons.map((reason) => reasonOf[reason]);
  const [longest] = day.excursions.toSorted((a, b) => b.alarm_min - a.alarm_min);
  const minutes = longest?.alarm_min ?? 0;
  return {
    verdict,
    reasons: [...new Set(reasons)],
    stages: [
      {
        ...notGone,
        from: null,
        to: hold.max,
        startedAt: longest?.from ?? null,
        endedAt: longest && !longest.isOpen ? longest.to : null,
        minutes,
        earliest_min: minutes,
        latest_min: minutes,
        limit_min: grace_min,
        verdict,
      },
    ],
  };
}

function samplesOf({ samples, curve }: Known, holdsAir: boolean): HoldSample[] {
  const cores = new Map(curve.map(({ at, core }) => [at, core]));
  return samples.map(({ at, air }) => {
    const core = curve.length === 0 ? air : (cores.get(at) ?? null);
    const food = holdsAir && core !== null && air !== null ? Math.max(core, air) : core;
    return { at, holding: 'chilled', food, air };
  });
}
