import { type Factor, listFactors, renameFactor } from '@brina/contract/calls/people/security';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useErrorText } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { securityMessages } from '../security.messages.ts';

/** Texts to have before it is shown. */
export const messages = [securityMessages];

/** Calls a device something else. */
export function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { t } = useMessages(securityMessages);
  const errorText = useErrorText();
  const rename = useCall(renameFactor, { refresh: [listFactors] });
  const form = useForm({
    initialValues: { name: factor.name },
    validate: { name: (name) => (name.trim() === '' ? t('required') : null) },
  });
  const submit = form.onSubmit(async ({ name }) => {
    // What went wrong is the call's to keep.
    await rename.send({ params: { id: factor.id }, body: { name: name.trim() } }).then(onClose, () => undefined);
  });
  return (
    <FormDialog
      title={t('renameTitle')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={rename.isPending}
      error={rename.error && errorText(rename.error)}
    >
      <TextInput label={t('name')} maxLength={60} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
