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
import { isEmail } from '../../../../lib/email.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { ChoiceCards } from '../../../../ui/ChoiceCards.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { sharingMessages } from '../sharing.messages.ts';
import { ApplianceChoice } from './ApplianceChoice.tsx';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

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
  const invite = useCall(inviteMember, { refresh: [listMembers, listSharedAppliances] });

  const required = (text: string) => (text.trim() === '' ? fault('required') : null);
  const { form, dialog } = useCallForm<Values>({
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
    owners: { member_exists: 'email' },
    save: async (values) => {
      const { email } = await invite.send({ body: { ...values, email: values.email.trim() } });
      showToast({ kind: 'success', text: t('invited', { email }) });
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('invite')}
      onClose={onClose}
      submitLabel={t('sendInvitation')}
      cancelLabel={t('cancel')}
      {...dialog}
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
