import { updatePassword } from '@brina/contract/calls/people/account';
import { listSessions } from '@brina/contract/calls/people/sessions';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../../ui/PasswordField.tsx';
import { NewPasswordInput } from '../../password/NewPasswordInput.tsx';
import { passwordMessages } from '../../password/password.messages.ts';
import { confirmationFault, isGuessed, newPasswordFault } from '../../password/password-faults.ts';
import { accountMessages } from '../account.messages.ts';

/** Texts to have before it is shown. */
export const messages = [passwordMessages, fieldMessages];

/** Changes the password of who knows the present one; the other devices are signed out by it (S7.8). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(accountMessages);
  const { t: password } = useMessages(passwordMessages);
  const { t: field } = useMessages(fieldMessages);
  const update = useToldCall(updatePassword, { refresh: [listSessions], done: t('passwordChanged') });
  const [guessed, setGuessed] = useState<string | null>(null);
  const worded = (fault: ReturnType<typeof newPasswordFault>) => fault && password(fault);
  const { form, dialog } = useCallForm({
    initialValues: { oldPassword: '', password: '', confirmation: '' },
    validate: {
      oldPassword: (value) => (value === '' ? field('required') : null),
      password: (value) => worded(newPasswordFault(value)),
      confirmation: (value, values) => worded(confirmationFault(value, values.password)),
    },
    owners: {
      password_wrong: 'oldPassword',
      password_common: 'password',
      password_personal: 'password',
    },
    save: async (values) => {
      const body = { oldPassword: values.oldPassword, password: values.password };
      await update.send({ body }).catch((cause: unknown) => {
        if (isGuessed(cause)) setGuessed(values.password);
        throw cause;
      });
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('changePassword')}
      onClose={onClose}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <Text c="dimmed">{t('passwordHint')}</Text>
      <PasswordField
        label={t('presentPassword')}
        autoComplete="current-password"
        revealLabel={password('showPassword')}
        data-autofocus
        {...form.getInputProps('oldPassword')}
      />
      <NewPasswordInput {...form.getInputProps('password')} guessed={guessed} />
      <PasswordField
        label={password('confirmation')}
        autoComplete="new-password"
        revealLabel={password('showPassword')}
        {...form.getInputProps('confirmation')}
      />
    </FormDialog>
  );
}
