import type { Appliance } from '@brina/contract/appliances';
import { fieldMessages } from '@brina/contract/fields.messages';
import type { StartFault } from '@brina/domain/cycle-plan';
import type { FamilyRow, ModelRow } from '@brina/domain/families/family';
import { refusalMessages } from '@brina/domain/refusals.messages';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { applianceMessages } from '../appliance.messages.ts';
import { argsOf, choiceOf, type CycleChoice, faultsOf, type NumberArg, numberUnits, startable } from '../cycle-form.ts';
import { formFaults } from '../../../lib/form-faults.ts';
import { CycleFields } from './CycleFields.tsx';
import { CycleSummary } from './CycleSummary.tsx';

const argNames = ['function', 'by', 'program', ...Object.keys(numberUnits), 'product', 'lot'];

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
  const codes = startable(model);
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
    const found = faultsOf(model, choice);
    if (found.size > 0) {
      setFaults(Object.fromEntries([...found].map(([path, fault]) => [path, faultText(fault)])));
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
      opened
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
        <CycleFields model={model} family={family} codes={codes} choice={choice} faults={faults} onChange={change} />
      ) : (
        <CycleSummary appliance={appliance} model={model} family={family} choice={choice} />
      )}
    </FormDialog>
  );
}

/** The sentence for a fault at its field, limits in the reader's unit. */
function useFaultText(): (fault: StartFault) => string {
  const { t: field } = useMessages(fieldMessages);
  const { t: refusal } = useMessages(refusalMessages);
  const format = useFormat();
  return ({ path, code, min, max }) => {
    const unit = numberUnits[path as NumberArg] as (typeof numberUnits)[NumberArg] | undefined;
    const shown = (value: number) => (unit ? format.quantity(value, unit) : format.number(value));
    if (code === 'out_of_range' && min !== undefined && max !== undefined) {
      return field('out_of_range', { min: shown(min), max: shown(max) });
    }
    if (max !== undefined) return unit ? field('too_big', { max: shown(max) }) : field('too_long', { max });
    return refusal(code === 'out_of_range' ? 'bad_argument' : code);
  };
}
