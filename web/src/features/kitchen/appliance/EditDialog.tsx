import {
  type Appliance,
  getAppliance,
  listAppliances,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useErrorText } from '../../../lib/errors.ts';
import { formFaults } from '../../../lib/form-faults.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';

/** Gives an appliance another name or another kitchen. */
export function EditDialog({ appliance, onClose }: { appliance: Appliance; onClose: () => void }) {
  const { t } = useMessages(applianceMessages);
  const { t: fault } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const { data: labs = [] } = useQuery(callQuery(listLaboratories, {}));
  const update = useCall(updateAppliance, { refresh: [listAppliances, getAppliance, listLaboratories] });
  const [error, setError] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: appliance.name, labId: appliance.lab?.id ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? fault('required') : null),
      labId: (id) => (id === '' ? fault('required') : null),
    },
  });

  const submit = form.onSubmit(async (body) => {
    setError(null);
    try {
      await update.send({ params: { id: appliance.serialNumber }, body });
      onClose();
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['name', 'labId']);
      form.setErrors(byField);
      if (rest) setError(errorText(cause));
    }
  });

  return (
    <FormDialog
      title={t('edit')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      pending={update.isPending}
      error={error}
    >
      <TextInput label={t('name')} maxLength={60} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <NativeSelect
        label={t('kitchen')}
        data={[
          ...(appliance.lab ? [] : [{ value: '', label: '–' }]),
          ...labs.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.getInputProps('labId')}
      />
    </FormDialog>
  );
}
