import { type EffectOfPlan, effectOfPlan } from '@brina/contract/calls/record/plans';
import type { FoodPlan } from '@brina/domain/haccp/plans/food-plan';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { planMessages } from './plan.messages.ts';

/** Who types a number pauses after it. */
const pause_ms = 500;

/** What a plan would have changed, as far as it is known. */
export type PlanEffect = {
  /** Of a former plan while the present one is tried. */
  readonly effect: EffectOfPlan | undefined;
  readonly isStale: boolean;
  /** In one sentence. */
  readonly summary: string;
};

/**
 * Tries a plan on the kitchen's latest batches once nobody has typed for a moment.
 * @param plan null: there is none to try, as its fields have faults
 */
export function usePlanEffect(labId: string | undefined, plan: FoodPlan | null): PlanEffect {
  const { t } = useMessages(planMessages);
  const errorText = useErrorText();
  const asked = plan && JSON.stringify(plan);
  const [settled] = useDebouncedValue(asked, pause_ms);
  const body = {
    ...(labId !== undefined && { labId }),
    plan: settled === null ? noPlan : (JSON.parse(settled) as FoodPlan),
  };
  const { data, error, isFetching } = useQuery({
    ...callQuery(effectOfPlan, { body }),
    placeholderData: keepPreviousData,
    enabled: settled !== null,
  });
  const isStale = isFetching || settled !== asked;
  const summary =
    asked === null
      ? t('effectFaulty')
      : error && !isStale
        ? errorText(error, t('effectFailed'))
        : data
          ? summaryOf(data, t)
          : t('effectAsked');
  return { effect: asked === null ? undefined : data, isStale, summary };
}

/** Stands in a question that is not asked. */
const noPlan = {} as FoodPlan;

type Words = ReturnType<typeof useMessages<(typeof planMessages)['texts']>>['t'];

function summaryOf({ judged, wouldFail, wouldPass }: EffectOfPlan, t: Words): string {
  if (judged === 0) return t('effectNone');
  const said = [
    ...(wouldFail > 0 ? [t('effectFail', { n: wouldFail, judged })] : []),
    ...(wouldPass > 0 ? [t('effectPass', { n: wouldPass, judged })] : []),
  ];
  return said.join(' · ') || t('effectSame', { n: judged });
}
