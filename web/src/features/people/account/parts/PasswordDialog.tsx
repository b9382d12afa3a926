import { listSessions, updatePassword } from '@brina/contract/calls/people/account';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../../ui/PasswordField.tsx';
import { NewPasswordInput } from '../../password/NewPasswordInput.tsx';
import { passwordMessages } from '../../password/password.messages.ts';
import { confirmationFault, newPasswordFault } from '../../password/password-faults.ts';
import { accountMessages } from '../account.messages.ts';

/** Texts to have before it is shown. */
export const messages = [passwordMessages, fieldMessages];

/** Changes the password of who knows the present one; the other devices are signed out by it (S7.8). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(accountMessages);
  const { t: password } = useMessages(passwordMessages);
  const { t: field } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const update = useCall(updatePassword, { refresh: [listSessions] });
  const [error, setError] = useState<string | null>(null);
  const worded = (fault: ReturnType<typeof newPasswordFault>) => fault && password(fault);
  const form = useForm({
    initialValues: { oldPassword: '', password: '', confirmation: '' },
    validate: {
      oldPassword: (value) => (value === '' ? field('required') : null),
      password: (value) => worded(newPasswordFault(value)),
      confirmation: (value, values) => worded(confirmationFault(value, values.password)),
    },
  });

  const submit = form.onSubmit(async (values) => {
    setError(null);
    try {
      await update.send({ body: { oldPassword: values.oldPassword, password: values.password } });
      onClose();
      showToast({ kind: 'success', text: t('passwordChanged') });
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['oldPassword', 'password'], {
        password_wrong: 'oldPassword',
        password_common: 'password',
        password_personal: 'password',
      });
      form.setErrors(byField);
      if (rest) setError(errorText(cause));
    }
  });

  return (
    <FormDialog
      title={t('changePassword')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={update.isPending}
      error={error}
    >
      <Text c="dimmed">{t('passwordHint')}</Text>
      <PasswordField
        label={t('presentPassword')}
        autoComplete="current-password"
        revealLabel={password('showPassword')}
        data-autofocus
        {...form.getInputProps('oldPassword')}
      />
      <NewPasswordInput {...form.getInputProps('password')} />
      <PasswordField
        label={password('confirmation')}
        autoComplete="new-password"
        revealLabel={password('showPassword')}
        {...form.getInputProps('confirmation')}
      />
    </FormDialog>
  );
}
