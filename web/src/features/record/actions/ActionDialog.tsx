import { type Action, getAction, saveAction } from '@brina/contract/calls/record/actions';
import { filterRecords, getBookMonth } from '@brina/contract/calls/record/book';
import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import { actionCauses, fates } from '@brina/domain/haccp/actions/action';
import { Modal, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { now } from '../../../lib/clock.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { Choices } from '../../../ui/Choices.tsx';
import { dialogProps, useFocusReturn } from '../../../ui/dialog.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { WetSteps } from '../../../ui/WetSteps.tsx';
import { isComplete, type Secret, SignStep } from '../signatures/SignStep.tsx';
import { type Draft, draftOf, inputOf, isWhole, step_kg } from './action-draft.ts';
import { actionMessages } from './actions.messages.ts';

/** One question a step. */
const steps = ['food', 'fate', 'kg', 'why', 'sign'] as const;
type Step = (typeof steps)[number];

type Ask = { draft: Draft; change: (by: Partial<Draft>) => void; action: Action };

const isFailed = ({ subjects }: Pick<Action, 'subjects'>): boolean =>
  subjects.some(({ verdict }) => verdict === 'FAIL');

/**
 * The steps by which somebody says what became of food whose record failed, and signs it (B2.5): for a phone and wet hands, nothing has
 * to be typed.
 * @param lastCore_C core of the food as it was measured last; null: nobody knows
 */
export function ActionDialog(props: {
  actionId: string;
  lastCore_C: number | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const { actionId, lastCore_C, onClose, onDone } = props;
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const { data, error } = useQuery(callQuery(getAction, { params: { actionId }, query: {} }));
  useFocusReturn(true);
  return (
    <Modal
      {...dialogProps}
      opened
      onClose={onClose}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      {error && !data && <Notice kind="warning">{errorText(error)}</Notice>}
      {data && <Steps action={data} {...{ lastCore_C, onDone }} />}
    </Modal>
  );
}

function Steps({ action, lastCore_C, onDone }: { action: Action; lastCore_C: number | null; onDone: () => void }) {
  const { t } = useMessages(actionMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState(() => draftOf(action));
  const [at, setAt] = useState(0);
  const [secret, setSecret] = useState<Secret | null>(null);
  const saving = useSaveAndSign(action);
  const step = steps[at] ?? 'food';
  const isReady: Record<Step, boolean> = {
    food: draft.core_C !== undefined,
    fate: draft.fate !== null,
    kg: isWhole(draft, isFailed(action)),
    why: draft.cause !== null && (draft.cause !== 'OTHER' || draft.causeText.trim().length >= 5),
    sign: secret !== null && isComplete(secret),
  };
  const goOn = async () => {
    if (step !== 'sign') return setAt(at + 1);
    if (secret && (await saving.save(draft, secret))) onDone();
  };
  const ask: Ask = { draft, action, change: (by) => setDraft((now) => ({ ...now, ...by })) };
  return (
    <WetSteps
      count={t('step', { n: at + 1, of: steps.length })}
      question={t(`${step}.title`)}
      error={saving.error && errorText(saving.error)}
      back={{ label: t('back'), isDisabled: at === 0, onClick: () => setAt(at - 1) }}
      next={{
        label: t(step === 'sign' ? 'sign.now' : 'next'),
        isDisabled: !isReady[step],
        isPending: saving.isPending,
        onClick: () => void goOn(),
      }}
    >
      {step === 'food' && <Food lastCore_C={lastCore_C} {...ask} />}
      {step === 'fate' && (
        <Choices
          choices={fates.map((value) => ({ value, label: t(`fate.${value}`) }))}
          chosen={draft.fate}
          onChoose={(fate) => ask.change({ fate })}
        />
      )}
      {step === 'kg' && <Quantity {...ask} />}
      {step === 'why' && <Cause {...ask} />}
      {step === 'sign' && <SignStep secret={secret} onChange={setSecret} />}
    </WetSteps>
  );
}

/** Proves who signs, and saves and signs what was said at once: whoever cannot sign saves nothing. */
function useSaveAndSign({ id, revision }: Action) {
  const prove = useCall(grantSigning);
  const save = useCall(saveAction, { refresh: [getBatch, getHoldDay, getAction, filterRecords, getBookMonth] });
  const calls = [prove, save];
  return {
    isPending: calls.some(({ isPending }) => isPending),
    error: calls.find(({ error }) => error !== null)?.error ?? null,
    save: async (draft: Draft, secret: Secret): Promise<boolean> => {
      for (const call of calls) call.reset();
      try {
        const { grant } = await prove.send({ body: secret });
        await save.send({
          params: { actionId: id },
          headers: { 'if-match': `"${revision}"` },
          body: { ...inputOf(draft, now()), grant },
        });
        return true;
      } catch {
        // Which of the calls was refused, and why, stands in its error.
        return false;
      }
    },
  };
}

/** The stepper begins where the needle was last; what it begins with is no measurement before somebody has said so. */
function Food({ draft: { core_C }, lastCore_C, change }: Ask & { lastCore_C: number | null }) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  return (
    <>
      <Stepper
        label={t('food.measured')}
        value={core_C ?? Math.round((lastCore_C ?? 3) * 2) / 2}
        show={(value) => (core_C === null || core_C === undefined ? '–' : format.temperature(value))}
        step={0.5}
        min={-40}
        max={110}
        onChange={(value) => change({ core_C: value })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      <Choices
        choices={[
          ...(lastCore_C === null
            ? []
            : [{ value: 'last', label: t('food.last', { temperature: format.temperature(lastCore_C) }) } as const]),
          { value: 'none', label: t('food.skip') } as const,
        ]}
        chosen={core_C === null ? 'none' : core_C !== undefined && core_C === lastCore_C ? 'last' : null}
        onChoose={(choice) => change({ core_C: choice === 'last' ? lastCore_C : null })}
      />
    </>
  );
}

/** How much of the food, and what belongs to what happens with it. */
function Quantity({ draft, change, action }: Ask) {
  const { t } = useMessages(actionMessages);
  const format = useFormat();
  const { kg, fate } = draft;
  const { load_kg } = action;
  return (
    <>
      <Stepper
        label={t('kg.label')}
        value={kg}
        show={(value) => format.quantity(value, 'kg')}
        step={step_kg}
        min={0.1}
        max={load_kg === null ? 999.9 : load_kg * 1.1}
        onChange={(value) => change({ kg: value })}
        lessLabel={t('less')}
        moreLabel={t('more')}
      />
      {load_kg !== null && (
        <Choices
          choices={[{ value: load_kg, label: t('kg.all') }]}
          chosen={kg}
          onChoose={(value) => change({ kg: value })}
        />
      )}
      {fate === 'REHEATED' && (
        <Stepper
          label={t('core.label')}
          value={draft.heated_C}
          show={(value) => format.temperature(value)}
          step={1}
          min={60}
          max={120}
          onChange={(heated_C) => change({ heated_C })}
          lessLabel={t('less')}
          moreLabel={t('more')}
        />
      )}
      {fate === 'MOVED' && (
        <TextInput
          size="lg"
          label={t('where.label')}
          maxLength={200}
          value={draft.where}
          onChange={(event) => change({ where: event.currentTarget.value })}
        />
      )}
      {fate === 'HELD' && (
        <Choices
          label={t('decide.label')}
          choices={[1, 2, 4, 8].map((n) => ({ value: n, label: t('decide.hours', { n }) }))}
          chosen={draft.decideIn_h}
          onChoose={(decideIn_h) => change({ decideIn_h })}
        />
      )}
      {fate === 'KEPT' && (
        <Textarea
          size="lg"
          label={t('reason.label')}
          description={isFailed(action) ? t('reason.hint') : undefined}
          maxLength={500}
          autosize
          minRows={2}
          value={draft.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** The causes that fit the record first; none is chosen before somebody does. */
function Cause({ draft, change, action: { proposedCauses } }: Ask) {
  const { t } = useMessages(actionMessages);
  const worded = (causes: readonly (typeof actionCauses)[number][]) =>
    causes.map((value) => ({ value, label: t(`cause.${value}`) }));
  const choose = { chosen: draft.cause, onChoose: (cause: (typeof actionCauses)[number]) => change({ cause }) };
  return (
    <>
      <Choices label={t('proposed')} choices={worded(proposedCauses)} {...choose} />
      <Choices
        label={t('others')}
        choices={worded(actionCauses.filter((one) => !proposedCauses.includes(one)))}
        {...choose}
      />
      {draft.cause === 'OTHER' && (
        <TextInput
          size="lg"
          label={t('cause.text')}
          maxLength={500}
          value={draft.causeText}
          onChange={(event) => change({ causeText: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t('prevention')}
        maxLength={500}
        autosize
        value={draft.prevention}
        onChange={(event) => change({ prevention: event.currentTarget.value })}
      />
    </>
  );
}
