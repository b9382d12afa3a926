import { fieldMessages } from '@brina/contract/fields.messages';
import { createLaboratory, type Laboratory, listLaboratories, updateLaboratory } from '@brina/contract/laboratories';
import { listAppliances } from '@brina/contract/appliances';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formFaults } from '../../../lib/form-faults.ts';
import { dashboardMessages } from '../dashboard.messages.ts';

/** Adds a kitchen, or renames the one it is given (S2.21). Its address is edited with the company's data. */
export function KitchenDialog(props: { lab?: Laboratory; onClose: () => void; onSaved?: (lab: Laboratory) => void }) {
  const { lab, onClose, onSaved } = props;
  const { t } = useMessages(dashboardMessages);
  const { t: fault } = useMessages(fieldMessages);
  const errorText = useErrorText();
  const create = useCall(createLaboratory, { refresh: [listLaboratories] });
  // The kitchen's name stands on every appliance in it.
  const update = useCall(updateLaboratory, { refresh: [listLaboratories, listAppliances] });
  const [error, setError] = useState<string | null>(null);
  const form = useForm({
    initialValues: { name: lab?.name ?? '' },
    validate: { name: (name) => (name.trim() === '' ? fault('required') : null) },
  });

  const submit = form.onSubmit(async ({ name }) => {
    setError(null);
    try {
      const saved = lab
        ? await update.send({ params: { id: lab.id }, body: bodyOf(lab, name) })
        : await create.send({ body: { name } });
      onClose();
      onSaved?.(saved);
    } catch (cause) {
      const { byField, rest } = formFaults(cause, ['name'], { laboratory_name_taken: 'name' });
      form.setErrors(byField);
      if (rest) setError(`${t('notSuccessful')} ${errorText(cause)}`);
    }
  });

  return (
    <FormDialog
      title={lab ? t('renameKitchen') : t('addKitchen')}
      opened
      onClose={onClose}
      onSubmit={submit}
      submitLabel={lab ? t('save') : t('addKitchen')}
      cancelLabel={t('cancel')}
      pending={create.isPending || update.isPending}
      error={error}
    >
      <TextInput
        label={t('kitchenName')}
        autoComplete="off"
        maxLength={80}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

/** The kitchen as it is, under another name: a PUT replaces the whole. */
function bodyOf({ id: _, timeZone: __, applianceCount: ___, may: ____, ...fields }: Laboratory, name: string) {
  return { ...fields, name };
}
