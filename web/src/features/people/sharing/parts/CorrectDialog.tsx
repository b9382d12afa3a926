import { listMembers, type Member, updateMember } from '@brina/contract/calls/people/sharing';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { endonym, locales, wireLocale } from '@brina/domain/language/locales';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { sharingMessages } from '../sharing.messages.ts';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

const fields = ['firstName', 'lastName', 'language'] as const;

/** Corrects what was typed of somebody who has not accepted yet: names, and the language of its letters (S6.2). */
export function CorrectDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t, locale } = useMessages(sharingMessages);
  const { t: fault } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const update = useCall(updateMember, { refresh: [listMembers] });
  const [error, setError] = useState<string | null>(null);
  const required = (text: string) => (text.trim() === '' ? fault('required') : null);
  const form = useForm({
    initialValues: {
      firstName: member.firstName,
      lastName: member.lastName,
      language: member.language ?? wireLocale(locale),
    },
    validate: { firstName: required, lastName: required },
  });
  const submit = form.onSubmit(async (values) => {
    setError(null);
    try {
      await update.send({ params: { email: member.email }, body: values });
      showToast({ kind: 'success', text: t('corrected') });
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, fields);
      form.setErrors(byField);
      if (rest) setError(errorText(cause));
    }
  });
  return (
    <FormDialog
      title={t('correct')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={update.isPending}
      error={error}
    >
      <TextInput
        label={t('firstName')}
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('firstName')}
      />
      <TextInput label={t('lastName')} autoComplete="off" maxLength={80} {...form.getInputProps('lastName')} />
      <NativeSelect
        label={t('language')}
        data={locales.map((one) => ({ value: wireLocale(one), label: endonym(one) }))}
        {...form.getInputProps('language')}
      />
      <Notice kind="info">{t('correctHint')}</Notice>
    </FormDialog>
  );
}
