import { getFactoryAppliance, shareWithService } from '@brina/contract/calls/maker/factory-appliances';
import { filterUsers } from '@brina/contract/calls/maker/factory-users';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { factoryApplianceMessages } from '../factory-appliance.messages.ts';

/** Texts to have before it is shown. */
export const messages = [fieldMessages];

/** Lets a service partner see a unit: chosen among the partners there are, or typed (S7.34). */
export function ShareDialog({ serialNumber, onClose }: { serialNumber: string; onClose: () => void }) {
  const { t } = useMessages(factoryApplianceMessages);
  const { t: fault } = useMessages(fieldMessages);
  const share = useCall(shareWithService, { refresh: [getFactoryAppliance] });
  const list = useId();
  // Help for the hand only: without it the address is typed.
  const partners = useQuery(
    callQuery(filterUsers, {
      body: { page: 0, nRows: 200, filterAttributes: [{ attribute: 'role', value: 'SERVICE' }], orderAttr: 'email' },
    }),
  );
  const { form, dialog } = useCallForm({
    initialValues: { email: '' },
    validate: { email: (email) => (email.trim() === '' ? fault('required') : null) },
    owners: { not_a_service_partner: 'email', shared_already: 'email' },
    save: async ({ email }) => {
      await share.send({ body: { email: email.trim(), serialNumber } });
      showToast({ kind: 'success', text: t('shared', { email: email.trim() }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('shareTitle')}
      onClose={onClose}
      submitLabel={t('share')}
      cancelLabel={t('cancel')}
      {...dialog}
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
