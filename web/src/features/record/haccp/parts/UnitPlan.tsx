import { recordMessages } from '@brina/contract/words/record.messages';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useAppliance } from '../../../../lib/appliances.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFailure } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { BackLink } from '../../../../ui/BackLink.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Screen } from '../../../../ui/Screen.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { haccpMessages } from '../haccp.messages.ts';

const PlanScreen = comesLater(async () => {
  const { PlanScreen: Part, messages } = await import('../../plans/PlanScreen.tsx');
  return { Part, messages };
});

/** The food-safety plan that an appliance goes by: that of the kitchen in which it stands. */
export function UnitPlan({ serialNumber }: { serialNumber: string }) {
  const { t } = useMessages(haccpMessages);
  const { t: of } = useMessages(recordMessages);
  const failure = useFailure();
  const { data: appliance, error, refetch } = useAppliance(serialNumber);
  const lead = (
    <BackLink
      link={(looks) => <Link {...looks} to="." search={({ plan: _, ...others }: Record<string, unknown>) => others} />}
    >
      {t('back')}
    </BackLink>
  );
  const waiting = (
    <Screen
      title={of('plan')}
      lead={lead}
      state={error ? 'error' : 'loading'}
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={320} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('loadFailed'))} />}
    />
  );
  if (!appliance) return waiting;
  const { lab } = appliance;
  return (
    <Suspense fallback={waiting}>
      <PlanScreen place={{ labId: lab?.id, kitchen: lab?.name ?? null, timeZone: lab?.timeZone }} lead={lead} />
    </Suspense>
  );
}
