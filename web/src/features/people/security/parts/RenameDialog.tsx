import { type Factor, listFactors, renameFactor } from '@brina/contract/calls/people/security';
import { TextInput } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { securityMessages } from '../security.messages.ts';

/** Texts to have before it is shown. */
export const messages = [securityMessages];

/** Calls a device something else. */
export function RenameDialog({ factor, onClose }: { factor: Factor; onClose: () => void }) {
  const { t } = useMessages(securityMessages);
  const rename = useCall(renameFactor, { refresh: [listFactors] });
  const { form, dialog } = useCallForm({
    initialValues: { name: factor.name },
    validate: { name: (name) => (name.trim() === '' ? t('required') : null) },
    save: async ({ name }) => {
      await rename.send({ params: { id: factor.id }, body: { name: name.trim() } });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('renameTitle')}
      onClose={onClose}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <TextInput label={t('name')} maxLength={60} data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
