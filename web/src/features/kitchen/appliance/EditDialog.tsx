import {
  type Appliance,
  getAppliance,
  listAppliances,
  updateAppliance,
} from '@brina/contract/calls/kitchen/appliances';
import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { useCallForm } from '../../../lib/use-call-form.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';

/** Gives an appliance another name or another kitchen. */
export function EditDialog({ appliance, onClose }: { appliance: Appliance; onClose: () => void }) {
  const { t } = useMessages(applianceMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { data: labs = [] } = useQuery(callQuery(listLaboratories, {}));
  const update = useCall(updateAppliance, { refresh: [listAppliances, getAppliance, listLaboratories] });
  const { form, dialog } = useCallForm({
    initialValues: { name: appliance.name, labId: appliance.lab?.id ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? fault('required') : null),
      labId: (id) => (id === '' ? fault('required') : null),
    },
    save: async (body) => {
      await update.send({ params: { id: appliance.serialNumber }, body });
      onClose();
    },
  });

  return (
    <FormDialog title={t('edit')} onClose={onClose} submitLabel={t('save')} cancelLabel={t('cancel')} {...dialog}>
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
