import { type Appliance, claimAppliance, listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { type Laboratory, listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import {
  activationCodeLength,
  isActivationCode,
  normaliseActivationCode,
  showActivationCode,
} from '@brina/domain/appliance/activation-code';
import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { dashboardMessages } from '../dashboard.messages.ts';
import styles from './AddApplianceDialog.module.css';

/** Claims an appliance by the code on its label, and gives it a name and a kitchen (S2.21). */
export function AddApplianceDialog(props: {
  labs: readonly Laboratory[];
  labId?: string | undefined;
  /** The code, where the label's link brought it. */
  activation?: string | undefined;
  onClose: () => void;
  onAdded: (appliance: Appliance) => void;
}) {
  const { labs, labId, activation = '', onClose, onAdded } = props;
  const { t } = useMessages(dashboardMessages);
  const { t: fault } = useMessages(fieldMessages);
  const claim = useCall(claimAppliance, { refresh: [listAppliances, listLaboratories] });

  const { form, dialog } = useCallForm({
    initialValues: { activationCode: typedCode(activation), name: '', labId: labId ?? labs[0]?.id ?? '' },
    validate: {
      activationCode: (code) => {
        if (code === '') return fault('required');
        return isActivationCode(normaliseActivationCode(code)) ? null : t('activationCodeForm');
      },
      name: (name) => (name.trim() === '' ? fault('required') : null),
      labId: (id) => (id === '' ? fault('required') : null),
    },
    owners: {
      activation_code_unknown: 'activationCode',
      activation_code_used: 'activationCode',
      activation_tries_exceeded: 'activationCode',
    },
    save: async (values) => {
      const body = { ...values, activationCode: normaliseActivationCode(values.activationCode) };
      onAdded(await claim.send({ body }));
      onClose();
    },
  });

  return (
    <FormDialog
      title={t('addAppliance')}
      onClose={onClose}
      submitLabel={t('addAppliance')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <TextInput
        label={t('activationCode')}
        description={t('activationCodeHint')}
        classNames={{ input: styles.code ?? '' }}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus={activation === '' || undefined}
        {...form.getInputProps('activationCode')}
        onChange={(event) => form.setFieldValue('activationCode', typedCode(event.currentTarget.value))}
      />
      <TextInput
        label={t('applianceName')}
        description={t('applianceNameHint')}
        autoComplete="off"
        maxLength={60}
        data-autofocus={activation !== '' || undefined}
        {...form.getInputProps('name')}
      />
      <KitchenField labs={labs} field={form.getInputProps('labId')} />
    </FormDialog>
  );
}

/** Where it stands; who looks after that kitchen sees it, which is said before it does (S6.9). */
function KitchenField({ labs, field }: { labs: readonly Laboratory[]; field: NativeSelectProps }) {
  const { t } = useMessages(dashboardMessages);
  const servedBy = labs.find(({ id }) => id === field.value)?.servedBy;
  return (
    <NativeSelect
      label={t('kitchen')}
      description={servedBy && t('kitchenServed', { company: servedBy })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={labs.map(({ id, name }) => ({ value: id, label: name }))}
      {...field}
    />
  );
}

/** A code while it is typed: in the letters of the label, with its dash in the middle, and no longer than a code. */
function typedCode(text: string): string {
  const code = normaliseActivationCode(text).slice(0, activationCodeLength);
  return code.length > activationCodeLength / 2 ? showActivationCode(code) : code;
}
