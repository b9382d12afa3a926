import { getPlans, type PlansOfKitchen, savePlan } from '@brina/contract/calls/record/plans';
import { CallFailed } from '@brina/contract/wire/client';
import { type FoodPlan, plannedKinds } from '@brina/domain/haccp/plans/food-plan';
import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { DialogSlot } from '../../../../ui/DialogSlot.tsx';
import { SignLater } from '../../signatures/SignLater.ts';
import { planMessages } from '../plan.messages.ts';
import { editOf, faultsOf, type PlanEdit, planOf } from '../plan-edit.ts';
import type { PlanPlace } from '../plan-place.ts';
import { type PlanEffect, usePlanEffect } from '../use-plan-effect.ts';
import { ChoiceFields } from './ChoiceFields.tsx';
import { ChangedBatches } from './Effect.tsx';
import { FurtherFields } from './FurtherFields.tsx';
import { Overtaken } from './Overtaken.tsx';
import styles from './Plan.module.css';
import { Part } from './PlanInForce.tsx';
import { CostFields, DemandFields, HoldFields, WholeField } from './RestFields.tsx';

// Comes when there is something to ask.
const ConfirmDialog = lazy(async () => ({ default: (await import('../../../../ui/ConfirmDialog.tsx')).ConfirmDialog }));

/** The plan on which another one rests: the kitchen's own, not what it goes by for want of one. */
const basisOf = ({ current, inherited }: PlansOfKitchen): string | null => (inherited ? null : (current?.id ?? null));

/**
 * Another plan, written and tried on past batches before it is saved.
 * @param begin what the fields begin with
 * @param onAsk asks for the plans again, where somebody else may have saved one
 */
export function PlanForm(props: {
  place: PlanPlace;
  plans: PlansOfKitchen;
  begin: FoodPlan;
  onAsk: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { place, plans, begin, onAsk, onClose } = props;
  const { t } = useMessages(planMessages);
  const format = useFormat();
  const timeZone = place.timeZone ?? format.reader.timeZone;
  const [edit, setEdit] = useState<PlanEdit>(() => editOf(begin));
  const [basedOn, setBasedOn] = useState(() => basisOf(plans));
  const faults = faultsOf(edit);
  const plan = planOf(edit);
  const effect = usePlanEffect(place.labId, plan);
  const { save, dialog } = useSaving({ ...place, basedOn, onAsk, onSaved: onClose });
  const basis = basisOf(plans);
  const isDirty = JSON.stringify(edit) !== JSON.stringify(editOf(begin));
  const fields = { edit, faults, timeZone, onEdit: setEdit };
  return (
    <div className={styles.form}>
      <div className={styles.page}>
        {basis !== basedOn && plans.current && (
          <Overtaken
            theirs={plans.current}
            mine={plan}
            timeZone={timeZone}
            onKeep={() => setBasedOn(basis)}
            onTake={onClose}
          />
        )}
        {plannedKinds.map((kind) => (
          <Part key={kind} title={t(`kind.${kind}`)}>
            <ChoiceFields kind={kind} {...fields} />
          </Part>
        ))}
        <Part title={t('further')} note={t('furtherHint')}>
          <FurtherFields {...fields} />
        </Part>
        <Part title={t('hold')}>
          <HoldFields {...fields} />
        </Part>
        <Part title={t('demands')}>
          <DemandFields {...fields} />
        </Part>
        <Part title={t('cost')}>
          <CostFields {...fields} />
        </Part>
        <Part title={t('keep')}>
          <WholeField field="keep_years" {...fields} />
        </Part>
        <Part title={t('checks')}>
          <WholeField field="calibration_days" {...fields} />
        </Part>
      </div>
      <Aside effect={effect} canSave={plan !== null} onSave={() => plan && save(plan)} onCancel={onClose} />
      {dialog}
      <Leaving isDirty={isDirty} />
    </div>
  );
}

/** The effect, and the way out. Beside the fields on a wide screen; on a phone its sentence and the buttons stay in sight. */
function Aside(props: { effect: PlanEffect; canSave: boolean; onSave: () => void; onCancel: () => void }) {
  const { effect, canSave, onSave, onCancel } = props;
  const { t, n } = usePlanEffectWords();
  const { effect: known, isStale, summary } = effect;
  return (
    <aside className={styles.aside} aria-label={t('effect')}>
      <div className={styles.effect} aria-busy={isStale}>
        <h2 className={styles.title}>{t('effect')}</h2>
        <p className={styles.note}>{t('effectHint', { n })}</p>
        {known && known.changed.length > 0 && <ChangedBatches changed={known.changed} />}
      </div>
      <div className={styles.foot}>
        <p className={styles.summary} role="status" data-stale={isStale || undefined}>
          {summary}
        </p>
        <div className={styles.buttons}>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button disabled={!canSave} onClick={onSave}>
            {t('save')}
          </Button>
        </div>
      </div>
    </aside>
  );
}

/** No more batches than these are tried. */
const usePlanEffectWords = () => ({ ...useMessages(planMessages), n: 100 });

/** Who saves a plan signs it, for it changes how food is judged; where somebody else was quicker the form is told. */
function useSaving(props: PlanPlace & { basedOn: string | null; onAsk: () => Promise<unknown>; onSaved: () => void }) {
  const { labId, basedOn, onAsk, onSaved } = props;
  const { t } = useMessages(planMessages);
  const [asked, setAsked] = useState<FoodPlan | null>(null);
  const call = useToldCall(savePlan, { refresh: [getPlans], done: t('saved') });
  const send = async (plan: FoodPlan, grant: string): Promise<void> => {
    try {
      await call.send({ body: { ...(labId !== undefined && { labId }), basedOn, plan, grant } });
      onSaved();
    } catch (cause) {
      if (!(cause instanceof CallFailed) || cause.error.code !== 'plan_changed') throw cause;
      await onAsk();
    }
  };
  const dialog = (
    <DialogSlot>
      {asked && (
        <SignLater
          title={t('saveTitle')}
          submit={t('signAndSave')}
          onSign={(grant) => send(asked, grant)}
          isOwn
          onClose={() => setAsked(null)}
        >
          {t('saveBody')}
        </SignLater>
      )}
    </DialogSlot>
  );
  return { save: setAsked, dialog };
}

/** Asks before a navigation that would lose what was typed; the browser asks when the page is closed. */
function Leaving({ isDirty }: { isDirty: boolean }) {
  const { t } = useMessages(planMessages);
  const errorText = useErrorText();
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  const question = {
    title: t('leaveTitle'),
    body: t('leaveBody'),
    confirm: t('leave'),
    cancel: t('stayHere'),
    run: async () => blocker.proceed(),
  };
  return (
    <DialogSlot>
      <ConfirmDialog question={question} onClose={blocker.reset} describeError={errorText} />
    </DialogSlot>
  );
}
