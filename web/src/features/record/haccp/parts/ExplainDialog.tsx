import { explainMissing, listMissing, type MissingRecord } from '@brina/contract/calls/record/missing';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { explains, type MissingReason, missingReasons, missingText_min } from '@brina/domain/haccp/missing/missing';
import { missingMessages } from '@brina/domain/haccp/missing/missing.messages';
import { Textarea } from '@mantine/core';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { Choices } from '../../../../ui/Choices.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { missingBookMessages } from '../missing.messages.ts';
import { isAlike } from '../use-missing.ts';

/** Somebody says once why something is missing: two taps, and nothing to type but where no reason fits (B2.11). */
export function ExplainDialog({ of, onClose }: { of: readonly MissingRecord[]; onClose: () => void }) {
  const { t } = useMessages(missingBookMessages);
  const { t: word } = useMessages(missingMessages);
  const { t: field } = useMessages(fieldMessages);
  const format = useFormat();
  const call = useToldCall(explainMissing, { refresh: [listMissing], done: t('explained') });
  const [first] = of;
  const { form, dialog } = useCallForm({
    initialValues: { reason: null as MissingReason | null, text: '' },
    validate: {
      reason: (reason) => (reason === null ? field('required') : null),
      text: (text, { reason }) =>
        reason === 'OTHER' && text.trim().length < missingText_min
          ? field('too_short', { min: missingText_min })
          : null,
    },
    save: async ({ reason, text }) => {
      if (!first || reason === null) return;
      await call.send({ body: { day: first.day, ...meantBy(of, first), explanation: { reason, text: text.trim() } } });
      onClose();
    },
  });
  const { reason } = form.values;
  const day = format.date(Date.parse(`${first?.day}T12:00Z`), 'UTC');
  return (
    <FormDialog title={t('why')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
      <p>
        {t('holdsFor', { n: of.length, day })} {t('once')}
      </p>
      <Choices
        choices={missingReasons
          .filter((value) => of.every(({ kind }) => explains(value, kind)))
          .map((value) => ({ value, label: word(`reason.${value}`) }))}
        chosen={reason}
        onChoose={(value) => form.setFieldValue('reason', value)}
      />
      {form.errors.reason && <p role="alert">{form.errors.reason}</p>}
      <Textarea label={t('more')} maxLength={500} autosize minRows={2} {...form.getInputProps('text')} />
    </FormDialog>
  );
}

/** What a call is told that means these: of one kind of a unit or a kitchen, or all of the kitchen that are open. */
function meantBy(of: readonly MissingRecord[], first: MissingRecord) {
  const { kind, unit, labId, at } = first;
  const place = labId === null ? {} : { labId };
  if (!of.every((one) => isAlike(one, first))) return place;
  return unit ? { serialNumber: unit.serialNumber, kind, ...(at !== null && { at }) } : { ...place, kind };
}
