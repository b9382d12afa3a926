import type { Appliance } from '@brina/contract/calls/kitchen/appliances';
import type { FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import { scheduleStart } from '@brina/domain/cycles/schedule';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { applianceMessages } from '../../../../appliance/appliance.messages.ts';
import { useFaultText } from '../../../../appliance/use-fault-text.ts';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { CycleSummary } from '../CycleSummary.tsx';
import { argsOf, type CycleChoice, choiceOf, faultsOf, type NumberArg, numberUnits, startable } from '../cycle-form.ts';
import { useReadyText } from '../use-ready-text.ts';
import { CycleFields } from './CycleFields.tsx';

const argNames = ['function', 'by', 'program', 'readyAt', ...Object.keys(numberUnits), 'product', 'lot', 'trays'];

/** The unit of an argument; each timer of `trays` is of minutes. */
const unitOf = (path: string) => (path.startsWith('trays.') ? 'min' : numberUnits[path as NumberArg]);

/**
 * Starts a cycle in two steps: choose, then look once more and confirm (S4.14). What the catalogue forbids is said at its field
 * before anything is sent.
 * @param onSend rejects when the portal refuses the command at once
 */
export function StartCycleDialog(props: {
  appliance: Appliance;
  model: ModelRow;
  family: FamilyRow;
  pending: boolean;
  onSend: (args: Record<string, unknown>) => Promise<void>;
  onClose: () => void;
}) {
  const { appliance, model, family, pending, onSend, onClose } = props;
  const { t } = useMessages(applianceMessages);
  const errorText = useErrorText();
  const faultText = useFaultText();
  const readyText = useReadyText();
  const format = useFormat();
  const timeZone = appliance.lab?.timeZone ?? format.reader.timeZone;
  const codes = startable(model, appliance.package);
  const [choice, setChoice] = useState<CycleChoice>(() => choiceOf(family, codes[0] ?? 0));
  const [step, setStep] = useState<'choose' | 'confirm'>('choose');
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [error, setError] = useState<string | null>(null);

  const change = (next: CycleChoice) => {
    setChoice(next);
    setFaults({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const found = faultsOf(model, choice, appliance.package);
    if (found.size > 0) {
      setFaults(Object.fromEntries([...found].map(([path, fault]) => [path, faultText(fault, unitOf(path))])));
      return;
    }
    const moment = { now_ms: now(), timeZone };
    const schedule = scheduleStart(model, argsOf(model, choice), moment);
    if (schedule && 'faults' in schedule) {
      setFaults({ readyAt: readyText(schedule.faults[0], timeZone) });
      return;
    }
    if (step === 'choose') {
      setStep('confirm');
      return;
    }
    try {
      await onSend(argsOf(model, choice));
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, argNames);
      setFaults(byField);
      if (rest) setError(errorText(cause));
      else setStep('choose');
    }
  };

  return (
    <FormDialog
      title={step === 'choose' ? t('start') : t('check')}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submitLabel={step === 'choose' ? t('continue') : t('start')}
      cancelLabel={t('cancel')}
      pending={pending}
      error={error}
      footer={
        step === 'confirm' ? (
          <>
            <Button variant="default" disabled={pending} onClick={() => setStep('choose')}>
              {t('change')}
            </Button>
            <Button type="submit" loading={pending}>
              {t('start')}
            </Button>
          </>
        ) : undefined
      }
    >
      {step === 'choose' ? (
        <CycleFields
          model={model}
          family={family}
          codes={codes}
          choice={choice}
          faults={faults}
          timeZone={timeZone}
          onChange={change}
        />
      ) : (
        <CycleSummary appliance={appliance} model={model} family={family} choice={choice} />
      )}
    </FormDialog>
  );
}
