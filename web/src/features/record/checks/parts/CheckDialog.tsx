import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { checkProbe, type ProbeCheck } from '@brina/contract/calls/record/checks';
import { listMaintenance } from '@brina/contract/calls/record/maintenance';
import { grantSigning } from '@brina/contract/calls/record/signatures';
import { Modal } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { useRunLive } from '../../../../appliance/use-run-live.ts';
import { now } from '../../../../lib/clock.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { useUser } from '../../../../lib/use-user.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { useFocusReturn, wetDialogProps } from '../../../../ui/dialog.ts';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import { actionMessages } from '../../actions/actions.messages.ts';
import { anew, isComplete, type Secret, SignStep } from '../../signatures/SignStep.tsx';
import { signMessages } from '../../signatures/sign.messages.ts';
import { bodyOf, type CheckDraft, type CheckStep, newCheck, settingOf, stepsOf, type Taken } from '../check-draft.ts';
import { checkMessages } from '../checks.messages.ts';
import { refreshedByCheck } from '../use-checks.ts';
import { Adjust, Altitude, type Ask, Method, Needle, Part, Reference } from './Answers.tsx';
import { Measure } from './Measure.tsx';
import { ResultOf } from './ResultOf.tsx';

// The steps about what is done come where a probe has failed.
const ActionDialog = comesLater(async () => {
  const { ActionDialog: Part } = await import('../../actions/ActionDialog.tsx');
  return { Part, messages: [actionMessages, signMessages] };
});

/**
 * The steps by which somebody checks a core probe (B2.7): for a phone beside the appliance and wet hands. The portal measures by itself, and
 * says at the end what was found and what becomes of records.
 */
export function CheckDialog({ appliance, onClose }: { appliance: Appliance; onClose: () => void }) {
  const { t } = useMessages(checkMessages);
  const [made, setMade] = useState<ProbeCheck | null>(null);
  const [action, setAction] = useState<string | null>(null);
  const format = useFormat();
  useFocusReturn(true);
  useRunLive(appliance);
  if (made && action !== null)
    return (
      <Suspense>
        <ActionDialog
          target={{ actionId: action }}
          about={t('about', { n: made.needle, time: format.dateTime(made.at, appliance.lab?.timeZone) })}
          onClose={() => setAction(null)}
          onDone={() => {
            onClose();
            showToast({ kind: 'success', text: t('told') });
          }}
        />
      </Suspense>
    );
  return (
    <Modal {...wetDialogProps(t(made ? 'close' : 'cancel'))} opened onClose={onClose} title={t('check')}>
      {made ? (
        <ResultOf check={made} serial={appliance.serialNumber} onTell={setAction} onClose={onClose} />
      ) : (
        <Steps appliance={appliance} onMade={setMade} />
      )}
    </Modal>
  );
}

/** Whether a question is answered. */
const isAnswered: Record<CheckStep, (draft: CheckDraft) => boolean> = {
  needle: () => true,
  method: ({ method }) => method !== null,
  altitude: () => true,
  reference: ({ instrument }) => instrument.trim() !== '',
  part: () => true,
  measure: ({ before }) => before !== null,
  adjust: ({ isAdjusted }) => isAdjusted !== null,
  after: ({ after }) => after !== null,
  // Who signs stands beside the answers.
  sign: () => true,
};

/** The questions, one after the other. */
function Steps({ appliance, onMade }: { appliance: Appliance; onMade: (check: ProbeCheck) => void }) {
  const { t } = useMessages(checkMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState<CheckDraft>(newCheck);
  const [at, setAt] = useState(0);
  const saving = useSaveAndSign(appliance);
  const change = useCallback((by: Partial<CheckDraft>) => setDraft((known) => ({ ...known, ...by })), []);
  const maySign = useUser()?.may.signRecords === true;
  const [secret, setSecret] = useState<Secret | null>(null);
  const steps = stepsOf(draft, appliance.model, maySign);
  const step = steps[at] ?? 'method';
  const isLast = at === steps.length - 1 && isAnswered[step](draft);
  const save = async (proof: Secret | null) => {
    const saved = await saving.save(draft, proof);
    if (saved) onMade(saved);
    else setSecret(proof && anew(proof));
  };
  const goOn = () => (isLast ? save(step === 'sign' ? secret : null) : setAt(at + 1));
  const ask = { draft, change, appliance };
  return (
    <WetSteps
      count={t('step', { n: at + 1, of: steps.length })}
      question={t(`${step}.title`)}
      error={saving.error ? errorText(saving.error) : null}
      back={{
        label: t('back'),
        isDisabled: at === 0,
        onClick: () => {
          saving.reset();
          setAt(at - 1);
        },
      }}
      next={{
        label: t(step === 'sign' ? 'signNow' : isLast ? 'record' : 'next'),
        isDisabled: step === 'sign' ? !secret || !isComplete(secret) : !isAnswered[step](draft),
        isPending: saving.isPending,
        onClick: () => void goOn(),
      }}
    >
      <Question step={step} {...ask} />
      {step === 'sign' && (
        <>
          <SignStep secret={secret} onChange={setSecret} />
          <Choices
            choices={[{ value: 'unsigned', label: t('unsigned') }]}
            chosen={null}
            onChoose={() => !saving.isPending && void save(null)}
          />
        </>
      )}
    </WetSteps>
  );
}

/** Proves who has checked, where somebody signs, and records the check: whoever cannot sign records nothing. */
function useSaveAndSign({ serialNumber: serial, lab }: Appliance) {
  const { t } = useMessages(checkMessages);
  const prove = useCall(grantSigning);
  const record = useCall(checkProbe, { refresh: [...refreshedByCheck, listMaintenance] });
  const calls = [prove, record];
  const reset = () => {
    for (const call of calls) call.reset();
  };
  return {
    isPending: calls.some(({ isPending }) => isPending),
    error: calls.find(({ error }) => error !== null)?.error,
    reset,
    /** The check as it stands in the book; null: it was refused, or is not whole. */
    save: async (draft: CheckDraft, proof: Secret | null): Promise<ProbeCheck | null> => {
      const instrument = draft.method === 'BOILING' ? t('method.BOILING') : t('method.ICE');
      const body = bodyOf(draft, { instrument, timeZone: lab?.timeZone ?? 'UTC', now: now() });
      if (!body) return null;
      reset();
      try {
        if (!proof) return await record.send({ params: { serial }, body });
        const { grant } = await prove.send({ body: proof });
        return await record.send({ params: { serial }, body: { ...body, grant } });
      } catch {
        // Which of the calls was refused, and why, stands in its error.
        return null;
      }
    },
  };
}

/** What is asked in a step, but who signs. */
function Question({ step, ...ask }: { step: CheckStep } & Ask) {
  const { draft, change, appliance } = ask;
  const { serialNumber: serial } = appliance;
  const setting = settingOf(draft);
  const take = useCallback((before: Taken | null) => change({ before }), [change]);
  const takeAfter = useCallback((after: Taken | null) => change({ after }), [change]);
  return (
    <>
      {step === 'needle' && <Needle {...ask} />}
      {step === 'method' && <Method {...ask} />}
      {step === 'altitude' && <Altitude {...ask} />}
      {step === 'reference' && <Reference {...ask} />}
      {step === 'part' && <Part {...ask} />}
      {step === 'measure' && setting && (
        <Measure key="before" {...{ serial, draft, setting }} begin={draft.before} notBefore={null} onTake={take} />
      )}
      {step === 'adjust' && <Adjust {...ask} />}
      {step === 'after' && setting && (
        <Measure
          key="after"
          {...{ serial, draft, setting }}
          begin={draft.after}
          notBefore={draft.before?.until ?? null}
          onTake={takeAfter}
        />
      )}
    </>
  );
}
