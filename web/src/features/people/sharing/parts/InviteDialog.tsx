import {
  inviteMember,
  listMembers,
  listSharedAppliances,
  type SharedAppliance,
} from '@brina/contract/calls/people/sharing';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { endonym, locales, wireLocale } from '@brina/domain/language/locales';
import { membershipRoles } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Input, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { isEmail } from '../../../../lib/email.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { ChoiceCards } from '../../../../ui/ChoiceCards.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { sharingMessages } from '../sharing.messages.ts';
import { ApplianceChoice } from './ApplianceChoice.tsx';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

const fields = ['email', 'firstName', 'lastName', 'role', 'language', 'appliances'] as const;
type Values = {
  email: string;
  firstName: string;
  lastName: string;
  role: (typeof membershipRoles)[number];
  language: string;
  appliances: string[];
};

/** Invites somebody into the company, with what is shared from the first day (S6.2, S4.19). */
export function InviteDialog({ appliances, onClose }: { appliances: readonly SharedAppliance[]; onClose: () => void }) {
  const { t, locale } = useMessages(sharingMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { t: roleName } = useMessages(roleMessages);
  const errorText = useErrorText();
  const invite = useCall(inviteMember, { refresh: [listMembers, listSharedAppliances] });
  const [error, setError] = useState<string | null>(null);

  const required = (text: string) => (text.trim() === '' ? fault('required') : null);
  const form = useForm<Values>({
    // Most invite those who work beside them: in their own language, to run a kitchen.
    initialValues: {
      email: '',
      firstName: '',
      lastName: '',
      role: 'KITCHEN_MANAGER',
      language: wireLocale(locale),
      appliances: [],
    },
    validate: {
      email: (email) => required(email) ?? (isEmail(email) ? null : t('emailWrong')),
      firstName: required,
      lastName: required,
    },
  });

  const submit = form.onSubmit(async (values) => {
    setError(null);
    try {
      const { email } = await invite.send({ body: { ...values, email: values.email.trim() } });
      showToast({ kind: 'success', text: t('invited', { email }) });
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, fields, { member_exists: 'email' });
      form.setErrors(byField);
      if (rest) setError(errorText(cause));
    }
  });

  return (
    <FormDialog
      title={t('invite')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('sendInvitation')}
      cancelLabel={t('cancel')}
      pending={invite.isPending}
      error={error}
    >
      <TextInput
        type="email"
        label={t('email')}
        description={t('inviteHint')}
        autoComplete="off"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
      />
      <TextInput label={t('firstName')} autoComplete="off" maxLength={80} {...form.getInputProps('firstName')} />
      <TextInput label={t('lastName')} autoComplete="off" maxLength={80} {...form.getInputProps('lastName')} />
      <ChoiceCards
        label={t('role')}
        choices={membershipRoles.map((role) => ({ value: role, label: roleName(role), detail: t(`may.${role}`) }))}
        value={form.values.role}
        onChange={(role) => form.setFieldValue('role', role)}
      />
      <NativeSelect
        label={t('language')}
        data={locales.map((one) => ({ value: wireLocale(one), label: endonym(one) }))}
        {...form.getInputProps('language')}
      />
      {appliances.length > 0 ? (
        <ApplianceChoice
          appliances={appliances}
          value={form.values.appliances}
          error={form.errors.appliances}
          onChange={(chosen) => form.setFieldValue('appliances', chosen)}
        />
      ) : (
        <Input.Wrapper labelElement="div" label={t('appliancesToShare')} description={t('noAppliance')} />
      )}
    </FormDialog>
  );
}
