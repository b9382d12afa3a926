import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { recordReading } from '@brina/contract/calls/record/remarks';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { hour_ms } from '@brina/domain/language/durations';
import { instantOf, localMinute } from '@brina/domain/language/local-minute';
import { Textarea, TextInput } from '@mantine/core';
import { QuantityField } from '../../../../appliance/QuantityField.tsx';
import { now } from '../../../../lib/clock.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';

/** What a thermometer of a kitchen can show, °C. */
const range_C = { min: -60, max: 150 };
/** Of a record that ended before this, a reading is mostly one of its end. */
const justEnded_ms = 2 * hour_ms;

/** A temperature that somebody measured by hand: with the last one at hand, two taps say what it is. */
export function ReadingDialog({ record, onClose }: { record: Remarked; onClose: () => void }) {
  const { subject, timeZone, endedAt } = record;
  const { t } = useMessages(remarkMessages);
  const { t: field } = useMessages(fieldMessages);
  const call = useToldCall(recordReading, { refresh: [getBatch, getHoldDay], done: t('reading.added') });
  const begun = localMinute(now(), timeZone);
  const wasLong = endedAt !== null && endedAt < now() - justEnded_ms;
  const { form, dialog } = useCallForm({
    initialValues: {
      value_C: record.last_C,
      at: wasLong ? localMinute(endedAt, timeZone) : begun,
      where: '',
      instrument: record.instrument,
      note: '',
    },
    validate: {
      value_C: (value) => (value === null || Number.isNaN(value) ? field('required') : null),
      at: (minute) => (minute === '' ? field('required') : null),
      instrument: (text) => (text.trim() === '' ? field('required') : null),
    },
    owners: { reading_in_future: 'at' },
    save: async ({ value_C, at: minute, where, instrument, note }) => {
      const said = { where: where.trim(), instrument: instrument.trim(), note: note.trim() };
      const at = instantOf(minute, timeZone);
      await call.send({ body: { subject, value_C: value_C ?? Number.NaN, at, ...said } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('reading.add')}
      onClose={onClose}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <QuantityField
        label={t('reading.value')}
        unit="Cel"
        limits={range_C}
        step={0.5}
        value={form.values.value_C}
        onChange={(value) => form.setFieldValue('value_C', value)}
        error={form.errors.value_C as string | undefined}
      />
      <TextInput type="datetime-local" label={t('reading.at')} max={begun} {...form.getInputProps('at')} />
      <TextInput
        label={t('reading.instrument')}
        description={t('reading.instrumentHint')}
        maxLength={100}
        {...form.getInputProps('instrument')}
      />
      <TextInput
        label={t('reading.where')}
        description={t('reading.whereHint')}
        maxLength={200}
        {...form.getInputProps('where')}
      />
      <Textarea label={t('note.text')} maxLength={500} autosize minRows={1} {...form.getInputProps('note')} />
    </FormDialog>
  );
}
