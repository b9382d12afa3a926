import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import { addNote } from '@brina/contract/calls/record/remarks';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { Textarea } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import type { Remarked } from '../remarked.ts';
import { remarkMessages } from '../remarks.messages.ts';

/** What else is to be known of a record. */
export function NoteDialog({ record: { subject }, onClose }: { record: Remarked; onClose: () => void }) {
  const { t } = useMessages(remarkMessages);
  const { t: field } = useMessages(fieldMessages);
  const call = useToldCall(addNote, { refresh: [getBatch, getHoldDay], done: t('note.added') });
  const { form, dialog } = useCallForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() === '' ? field('required') : null) },
    save: async ({ text }) => {
      await call.send({ body: { subject, text: text.trim() } });
      onClose();
    },
  });
  return (
    <FormDialog title={t('note.add')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
      <Textarea
        label={t('note.text')}
        maxLength={1000}
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
