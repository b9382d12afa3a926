import { listMembers, type Member, updateMember } from '@brina/contract/calls/people/sharing';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { endonym, locales, wireLocale } from '@brina/domain/language/locales';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { useToldCall } from '../../../../lib/use-told-call.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { sharingMessages } from '../sharing.messages.ts';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

/** Corrects what was typed of somebody who has not accepted yet: names, and the language of its letters (S6.2). */
export function CorrectDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { t, locale } = useMessages(sharingMessages);
  const { t: fault } = useMessages(fieldMessages);
  const update = useToldCall(updateMember, { refresh: [listMembers], done: t('corrected') });
  const required = (text: string) => (text.trim() === '' ? fault('required') : null);
  const { form, dialog } = useCallForm({
    initialValues: {
      firstName: member.firstName,
      lastName: member.lastName,
      language: member.language ?? wireLocale(locale),
    },
    validate: { firstName: required, lastName: required },
    save: async (values) => {
      await update.send({ params: { email: member.email }, body: values });
      onClose();
    },
  });
  return (
    <FormDialog title={t('correct')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
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
