import { addManualReading, listManual, type ManualRecord } from '@brina/contract/calls/record/manual';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { useFocusReturn, wetDialogProps } from '../../../../ui/dialog.ts';
import { WetSteps } from '../../../../ui/WetSteps.tsx';
import { manualMessages } from '../manual.messages.ts';
import { cooked_C } from '../manual-draft.ts';
import { Instrument, Temperature } from './HandReading.tsx';

const steps = ['temperature', 'instrument'] as const;

/** One more reading of food that cools: how warm it is by now, and with what it was measured, which mostly stays. */
export function ReadingSteps({ record, onClose }: { record: ManualRecord; onClose: () => void }) {
  const { t } = useMessages(manualMessages);
  const errorText = useErrorText();
  const last = record.readings.at(-1);
  const [value_C, setValue] = useState<number | null>(null);
  const [instrument, setInstrument] = useState(last?.instrument ?? '');
  const [at, setAt] = useState(0);
  const add = useCall(addManualReading, { refresh: [listManual] });
  const isLast = at === steps.length - 1;
  const goOn = async () => {
    if (!isLast || value_C === null) return setAt(at + 1);
    try {
      const body = { value_C, at: now(), instrument: instrument.trim(), where: last?.where ?? '' };
      await add.send({ params: { manualId: record.id }, body });
      onClose();
    } catch {
      // Why it was refused stands in its error.
    }
  };
  useFocusReturn(true);
  return (
    <Modal {...wetDialogProps(t('cancel'))} opened onClose={onClose} title={record.product}>
      <WetSteps
        count={t('step', { n: at + 1, of: steps.length })}
        question={t(`${steps[at] ?? 'temperature'}.title`)}
        error={add.error && errorText(add.error)}
        back={{ label: t('back'), isDisabled: at === 0, onClick: () => setAt(at - 1) }}
        next={{
          label: t(isLast ? 'save' : 'next'),
          isDisabled: value_C === null || (isLast && instrument.trim() === ''),
          isPending: add.isPending,
          onClick: () => void goOn(),
        }}
      >
        {steps[at] === 'temperature' ? (
          <Temperature value_C={value_C} near_C={last?.value_C ?? cooked_C} onChange={setValue} />
        ) : (
          <Instrument
            known={[...new Set(record.readings.map((one) => one.instrument))]}
            value={instrument}
            onChange={setInstrument}
          />
        )}
      </WetSteps>
    </Modal>
  );
}
