import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import { checkProbe, type ProbeCheck } from '@brina/contract/calls/record/checks';
import { listMaintenance } from '@brina/contract/calls/record/maintenance';
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
import { useFocusReturn, wetDialogProps } from '../../../../ui/dialog.ts';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import { actionMessages } from '../../actions/actions.messages.ts';
import { signMessages } from '../../signatures/sign.messages.ts';
import { bodyOf, type CheckDraft, type CheckStep, newCheck, settingOf, stepsOf, type Taken } from '../check-draft.ts';
import { checkMessages } from '../checks.messages.ts';
import { refreshedByCheck } from '../use-checks.ts';
import { Adjust, Altitude, Method, Needle, Part, Reference } from './Answers.tsx';
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
          lastCore_C={null}
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
};

function Steps({ appliance, onMade }: { appliance: Appliance; onMade: (check: ProbeCheck) => void }) {
  const { t } = useMessages(checkMessages);
  const errorText = useErrorText();
  const [draft, setDraft] = useState<CheckDraft>(newCheck);
  const [at, setAt] = useState(0);
  const record = useCall(checkProbe, { refresh: [...refreshedByCheck, listMaintenance] });
  const change = useCallback((by: Partial<CheckDraft>) => setDraft((known) => ({ ...known, ...by })), []);
  const take = useCallback((before: Taken | null) => change({ before }), [change]);
  const takeAfter = useCallback((after: Taken | null) => change({ after }), [change]);
  const steps = stepsOf(draft, appliance.model);
  const step = steps[at] ?? 'method';
  const isLast = (step === 'adjust' && draft.isAdjusted !== null && !draft.isAdjusted) || step === 'after';
  const setting = settingOf(draft);
  const { serialNumber: serial } = appliance;
  const goOn = async () => {
    if (!isLast) return setAt(at + 1);
    const instrument = draft.method === 'BOILING' ? t('method.BOILING') : t('method.ICE');
    const body = bodyOf(draft, instrument, now());
    try {
      if (body) onMade(await record.send({ params: { serial }, body }));
    } catch {
      // Why it was refused stands in its error.
    }
  };
  const ask = { draft, change, appliance };
  return (
    <WetSteps
      count={t('step', { n: at + 1, of: steps.length })}
      question={t(`${step}.title`)}
      error={record.error && errorText(record.error)}
      back={{
        label: t('back'),
        isDisabled: at === 0,
        onClick: () => {
          record.reset();
          setAt(at - 1);
        },
      }}
      next={{
        label: t(isLast ? 'record' : 'next'),
        isDisabled: !isAnswered[step](draft),
        isPending: record.isPending,
        onClick: () => void goOn(),
      }}
    >
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
    </WetSteps>
  );
}
