import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { cancelSchedule, listSchedules, restoreSchedule, type Schedule } from '@brina/contract/calls/kitchen/schedules';
import { pathOf } from '@brina/contract/screens';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconCalendarOff, IconCalendarPlus, IconCalendarTime, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { readyMessages } from '../../../appliance/ready.messages.ts';
import { useDays } from '../../../appliance/use-days.ts';
import { plannedReasonTexts } from '../../../appliance/use-planned-reason.ts';
import { comesLater } from '../../../lib/comes-later.ts';
import { useFailure, useFailureToast } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import styles from './Schedules.module.css';
import { scheduleMessages } from './schedules.messages.ts';
import { fateTones, useFateWords, useWeekdays } from './use-fate-words.ts';
import { usePlanned } from './use-planned.ts';

// The form and the icons come when they are needed.
const PlanDialog = comesLater(async () => {
  const { PlanDialog: Part, messages: texts } = await import('./PlanDialog.tsx');
  return { Part, messages: texts };
});
const CycleBadge = lazy(async () => ({ default: (await import('../../../appliance/CycleBadge.tsx')).CycleBadge }));

/** Texts to have before the list is shown. */
export const messages = [scheduleMessages, readyMessages, errorMessages, ...plannedReasonTexts];

/** What is planned on an appliance, soonest first, and what became of the latest (S2.41, B3.5). */
export function Schedules({ appliance }: { appliance: Appliance }) {
  const { t } = useMessages(scheduleMessages);
  const failure = useFailure();
  const [isPlanning, setPlanning] = useState(false);
  const { data, error, refetch } = usePlanned(appliance.serialNumber);
  if (!data)
    return error ? (
      <ErrorState {...failure(error, refetch, t('failed'))} />
    ) : (
      <div role="status" aria-label={t('loading')}>
        <Skeleton height={320} />
      </div>
    );
  const plan = (
    <Button leftSection={<IconCalendarPlus size={20} aria-hidden />} onClick={() => setPlanning(true)}>
      {t('plan')}
    </Button>
  );
  return (
    <div className={styles.page}>
      {!data.asks && <Notice kind="info">{t(data.asks === null ? 'untold' : 'unsupported')}</Notice>}
      {data.open.length === 0 ? (
        <EmptyState icon={IconCalendarOff} title={t('none')} action={data.asks && appliance.may.command && plan}>
          {data.asks && t('how')}
        </EmptyState>
      ) : (
        <>
          <div className={styles.head}>
            <p className={styles.note}>{t('how')}</p>
            {data.asks && appliance.may.command && plan}
          </div>
          <Plans appliance={appliance} plans={data.open} />
        </>
      )}
      {data.over.length > 0 && (
        <section aria-label={t('over')}>
          <h2 className={styles.title}>{t('over')}</h2>
          <Plans appliance={appliance} plans={data.over} />
        </section>
      )}
      <Suspense>
        {isPlanning && (
          <PlanDialog serialNumber={appliance.serialNumber} cycle={null} onClose={() => setPlanning(false)} />
        )}
      </Suspense>
    </div>
  );
}

function Plans({ appliance, plans }: { appliance: Appliance; plans: readonly Schedule[] }) {
  return (
    <ul className={styles.plans}>
      {plans.map((plan) => (
        <li key={plan.id} className={styles.plan}>
          <Plan appliance={appliance} plan={plan} />
        </li>
      ))}
    </ul>
  );
}

/** One planned start: when, what, for whom, and how it stands. */
function Plan({ appliance, plan }: { appliance: Appliance; plan: Schedule }) {
  const { t } = useMessages(scheduleMessages);
  const format = useFormat();
  const words = useFateWords(appliance);
  const weekdays = useWeekdays();
  const { dayAndTime } = useDays(plan.timeZone);
  const { icon, colour, state, load_kg, product, lot, by, asksAtPanel, recipeId } = plan;
  const title = plan.title ?? t('unnamed', { n: String(plan.number) });
  const isOpen = state === 'planned' || state === 'proposed';
  const when = dayAndTime(plan.at);
  const facts = [
    plan.weekdays && weekdays.line(plan.weekdays),
    isOpen && t('about', { span: format.duration(plan.lasts_min * minute_ms) }),
    load_kg !== null && format.quantity(load_kg, 'kg'),
    product,
    lot,
    by && t('by', { name: by }),
  ].filter(Boolean);
  const reason = words.reason(plan);
  return (
    <>
      <span className={styles.badge}>
        <Suspense>
          {icon && colour ? <CycleBadge icon={icon} colour={colour} /> : <IconCalendarTime aria-hidden />}
        </Suspense>
      </span>
      <div className={styles.words}>
        <strong className={styles.when}>{when}</strong>
        {recipeId === null ? (
          <span>{title}</span>
        ) : (
          <Link className={styles.link} to={pathOf('recipe-overview', { recipeId })}>
            {title}
          </Link>
        )}
        <span className={styles.note}>{facts.join(' · ')}</span>
        {reason !== null && <span>{reason}</span>}
        {asksAtPanel && !isOpen && <span>{t('stillAsks')}</span>}
      </div>
      <div className={styles.state}>
        <StateBadge
          tone={fateTones[state]}
          label={words.state(plan)}
          {...(state === 'planned' && { icon: IconCalendarTime })}
        />
        {isOpen && appliance.may.command && (
          <CancelButton serialNumber={appliance.serialNumber} plan={plan} title={title} when={when} />
        )}
      </div>
    </>
  );
}

function CancelButton(props: { serialNumber: string; plan: Schedule; title: string; when: string }) {
  const { serialNumber, plan, title, when } = props;
  const { t } = useMessages(scheduleMessages);
  const failed = useFailureToast();
  const cancelling = useCall(cancelSchedule, { refresh: [listSchedules] });
  const restoring = useCall(restoreSchedule, { refresh: [listSchedules] });
  const params = { id: serialNumber, scheduleId: plan.id };
  // Of what the panel asks for already the next day is a plan of its own.
  const comesAgain = plan.weekdays !== null && plan.state === 'planned';
  const cancel = async () => {
    await cancelling.send({ params });
    // What the panel asked for was taken back there: there is nothing to bring back.
    const undo = { label: t('undo'), run: () => void restoring.send({ params }).catch(failed) };
    showToast({
      kind: 'success',
      text: t(comesAgain ? 'cancelledDays' : 'cancelled', { title }),
      action: plan.state === 'planned' ? undo : undefined,
    });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={20} aria-hidden />}
      aria-label={t(comesAgain ? 'cancelDaysOf' : 'cancelOf', { title, when })}
      loading={cancelling.isPending}
      onClick={() => void cancel().catch(failed)}
    >
      {t(comesAgain ? 'cancelDays' : 'cancelPlan')}
    </Button>
  );
}
