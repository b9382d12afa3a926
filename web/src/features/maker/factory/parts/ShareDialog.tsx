import { getFactoryAppliance, shareWithService } from '@brina/contract/calls/maker/factory-appliances';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { formFaults } from '../../../../lib/form-faults.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { factoryApplianceMessages } from '../factory-appliance.messages.ts';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

/** Lets a service partner see a unit: chosen among the partners there are, or typed (S7.34). */
export function ShareDialog({ serialNumber, onClose }: { serialNumber: string; onClose: () => void }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fault } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const share = useCall(shareWithService, { refresh: [getFactoryAppliance] });
  const [error, setError] = useState<string | null>(null);
  const list = useId();
  // Help for the hand only: without it the address is typed.
  const partners = useQuery(
    callQuery(filterUsers, {
      body: { page: 0, nRows: 200, filterAttributes: [{ attribute: 'role', value: 'SERVICE' }], orderAttr: 'email' },
    }),
  );
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() === '' ? fault('required') : null) },
  });
  const submit = form.onSubmit(async ({ email }) => {
    setError(null);
    try {
      await share.send({ body: { email: email.trim(), serialNumber } });
      showToast({ kind: 'success', text: t('shared', { email: email.trim() }) });
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['email'], {
        not_a_service_partner: 'email',
        shared_already: 'email',
      });
      form.setErrors(byField);
      if (rest) setError(errorText(cause));
    }
  });
  return (
    <FormDialog
      title={t('shareTitle')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('share')}
      cancelLabel={t('cancel')}
      pending={share.isPending}
      error={error}
    >
      <TextInput
        type="email"
        label={t('partnerEmail')}
        description={t('shareHint')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        data-autofocus
        autoComplete="off"
        list={list}
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <datalist id={list}>
        {partners.data?.items.map(({ id, email, company }) => (
          <option key={id} value={email}>
            {company}
          </option>
        ))}
      </datalist>
    </FormDialog>
  );
}
