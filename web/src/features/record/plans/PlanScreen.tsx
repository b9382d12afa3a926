import { getPlans, type PlansOfKitchen } from '@brina/contract/calls/record/plans';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { type FoodPlan, makersPlan } from '@brina/domain/haccp/plans/food-plan';
import { ruleNameMessages } from '@brina/domain/haccp/rule-names.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useFailure } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Coming } from './parts/Coming.tsx';
import { PlanForm } from './parts/PlanForm.tsx';
import { PlanHistory } from './parts/PlanHistory.tsx';
import { PlanInForce } from './parts/PlanInForce.tsx';
import { Proposal } from './parts/Proposal.tsx';
import { planMessages } from './plan.messages.ts';
import type { PlanPlace } from './plan-place.ts';

/** Texts to have before the screen is shown. */
export const messages = [planMessages, ruleNameMessages, ruleMessages, applianceMessages, errorMessages];

/**
 * The food-safety plan of a kitchen: by which rules its batches are judged and how its food is held, what another plan would change, and
 * what held before (B2.3).
 * @param lead the way back to where it was opened
 */
export function PlanScreen({ place, lead }: { place: PlanPlace; lead: ReactNode }) {
  const { t } = useMessages(planMessages);
  const failure = useFailure();
  const { labId, kitchen } = place;
  const { data, error, refetch } = useQuery(callQuery(getPlans, { query: labId === undefined ? {} : { labId } }));
  const [begun, setBegun] = useState<FoodPlan | null>(null);
  const isRead = data !== undefined && begun === null;
  return (
    <Screen
      title={kitchen === null ? `${t('withoutKitchen')}: ${t('title')}` : t('titleOf', { kitchen })}
      lead={lead}
      actions={
        isRead &&
        data.may.edit && (
          <Button
            leftSection={<IconPencil size={20} aria-hidden />}
            onClick={() => setBegun(data.current?.plan ?? makersPlan)}
          >
            {t('change')}
          </Button>
        )
      }
      state={data ? 'ready' : error ? 'error' : 'loading'}
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={420} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('loadFailed'))} />}
    >
      {isRead && <PlanRead place={place} plans={data} onTakeOver={setBegun} />}
      {data && begun && (
        <PlanForm place={place} plans={data} begin={begun} onAsk={refetch} onClose={() => setBegun(null)} />
      )}
    </Screen>
  );
}

/** What holds, what a kitchen of the country would begin with, and what held before. */
function PlanRead(props: { place: PlanPlace; plans: PlansOfKitchen; onTakeOver: (plan: FoodPlan) => void }) {
  const { place, plans, onTakeOver } = props;
  const { t } = useMessages(planMessages);
  const format = useFormat();
  const timeZone = place.timeZone ?? format.reader.timeZone;
  const { current, inherited, proposal, may } = plans;
  return (
    <>
      {(inherited || !current) && <Notice kind="info">{t(inherited ? 'inherited' : 'noPlan')}</Notice>}
      {may.edit && (
        <Proposal
          labId={place.labId}
          current={current?.plan ?? makersPlan}
          proposal={proposal}
          timeZone={timeZone}
          onTakeOver={() => onTakeOver(proposal)}
        />
      )}
      <Coming labId={place.labId} plan={current?.plan ?? makersPlan} timeZone={timeZone} mayTry={may.edit} />
      <PlanInForce dated={current} timeZone={timeZone} />
      {!inherited && current && <PlanHistory plans={[current, ...plans.history]} timeZone={timeZone} />}
    </>
  );
}
