import { setSigningPin, signingWays } from '@brina/contract/calls/record/signatures';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { signingPin_digits } from '@brina/domain/haccp/signing';
import { Text } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../../ui/PasswordField.tsx';
import { passwordMessages } from '../../password/password.messages.ts';
import { accountMessages } from '../account.messages.ts';

/** Texts to have before it is shown. */
export const messages = [passwordMessages, fieldMessages];

const isPin = (typed: string): boolean => new RegExp(`^\\d{${signingPin_digits}}$`).test(typed);

/** Gives whoever shows its password a PIN to sign records with at shared tablets (B2.6). */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(accountMessages);
  const { t: password } = useMessages(passwordMessages);
  const { t: field } = useMessages(fieldMessages);
  const keep = useToldCall(setSigningPin, { refresh: [signingWays], done: t('pinSet') });
  const { form, dialog } = useCallForm({
    initialValues: { password: '', pin: '', again: '' },
    validate: {
      password: (typed) => (typed === '' ? field('required') : null),
      pin: (typed) => (isPin(typed) ? null : t('pinForm', { n: signingPin_digits })),
      again: (typed, { pin }) => (typed === pin ? null : t('pinDiffers')),
    },
    owners: { password_wrong: 'password', pin_guessable: 'pin' },
    save: async ({ password: present, pin }) => {
      await keep.send({ body: { password: present, pin } });
      onClose();
    },
  });
  // A browser that keeps passwords takes no PIN for one.
  const digits = { inputMode: 'numeric', maxLength: signingPin_digits, autoComplete: 'off' } as const;
  return (
    <FormDialog title={t('pin')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
      <Text c="dimmed">{t('pinHint')}</Text>
      <PasswordField
        label={t('presentPassword')}
        autoComplete="current-password"
        revealLabel={password('showPassword')}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <PasswordField label={t('newPin')} revealLabel={t('showPin')} {...digits} {...form.getInputProps('pin')} />
      <PasswordField label={t('pinAgain')} revealLabel={t('showPin')} {...digits} {...form.getInputProps('again')} />
    </FormDialog>
  );
}
