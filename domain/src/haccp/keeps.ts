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
 * by whichever is warmer. Where no needle says anything of the food only air that is limited, and warmer than it may be, says something.
 */
export function keptWithin(rule: Rule & Required<Pick<Rule, 'hold' | 'grace_min'>>, known: Known): Finding {
  const { hold, grace_min, holdsAir } = rule;
  const { batch, curve } = known;
  const limit: HoldLimit = { limit_C: hold.max, alarm_C: hold.max, grace_min };
  const day = judgeHoldDay({
    from: batch.startedAt,
    to: batch.endedAt,
    samples: samplesOf(known, holdsAir ? hold.max : null),
    limits: { chilled: limit, frozen: limit, hot: limit },
    silences: known.gaps,
  } satisfies HoldDay);
  const isUnknown = curve.length === 0 && day.verdict !== 'EXCEEDED';
  const verdict = isUnknown ? 'NOT_PROVEN' : verdictOf[day.verdict];
  const reasons = isUnknown ? ['no_core' as const] : day.reasons.map((reason) => reasonOf[reason]);
  const [longest] = day.excursions.toSorted((a, b) => b.alarm_min - a.alarm_min);
  const minutes = isUnknown ? null : (longest?.alarm_min ?? 0);
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

/** @param air_max where the air is limited, too: that it is warmer is known without a needle, that all is cold only with both */
function samplesOf({ samples, curve }: Known, air_max: number | null): HoldSample[] {
  const cores = new Map(curve.map(({ at, core }) => [at, core]));
  const foodOf = (core: number | null, air: number | null): number | null => {
    if (air_max === null) return core;
    if (air !== null && (core !== null || air > air_max)) return Math.max(core ?? air, air);
    return core !== null && core > air_max ? core : null;
  };
  return samples.map(({ at, air }) => ({ at, holding: 'chilled', food: foodOf(cores.get(at) ?? null, air), air }));
}
