import { createFactoryAppliance, filterAppliances, filterModels } from '@brina/contract/calls/maker/factory-appliances';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { type ApplianceDomain, applianceDomains } from '@brina/domain/appliance/appliance-domains';
import { displayModel, gammaOf } from '@brina/domain/appliance/families/families';
import { familyMessages } from '@brina/domain/appliance/families/families.messages';
import { type Gamma, gammas } from '@brina/domain/appliance/families/family';
import { parseSerial } from '@brina/domain/appliance/serial-number';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { now } from '../../../../lib/clock.ts';
import { config } from '../../../../lib/config.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { saveFile } from '../../../../lib/save-file.ts';
import { useCallForm } from '../../../../lib/use-call-form.ts';
import { FilterSelect } from '../../../../ui/FilterSelect.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { Notice } from '../../../../ui/Notice.tsx';
import { fleetMessages } from '../fleet.messages.ts';
import { gammaOfSerial, modelFits, modelsFor } from '../new-appliance.data.ts';
import { newApplianceMessages } from '../new-appliance.messages.ts';
import styles from './CreateApplianceDialog.module.css';
import { HandedOverDialog, type OnceFile } from './HandedOverDialog.tsx';
import { SerialField } from './SerialField.tsx';

/** Texts to have before it is shown. */
export const messages = [newApplianceMessages, fieldMessages];

type Values = { serialNumber: string; brand: string; domain: ApplianceDomain; gamma: Gamma | ''; model: string | null };
type Created = { serialNumber: string; file: OnceFile };

/** Creates one appliance and hands its zip over, which holds key and activation code and comes once (S7.25, S3.26, S8.20). */
export function CreateApplianceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useMessages(fleetMessages);
  const { t: word } = useMessages(newApplianceMessages);
  const { t: category } = useMessages(familyMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { t: refusal } = useMessages(errorMessages);
  const create = useCall(createFactoryAppliance, { refresh: [filterAppliances, filterModels] });
  const [created, setCreated] = useState<Created | null>(null);

  const serialFault = (typed: string): string | null => {
    if (typed.trim() === '') return fault('required');
    const parsed = parseSerial(typed, new Date(now()).getUTCFullYear());
    return 'fault' in parsed ? refusal(parsed.fault) : null;
  };
  const { form, dialog } = useCallForm<Values>({
    initialValues: { serialNumber: '', brand: config().brand, domain: 'STANDARD', gamma: '', model: null },
    validate: {
      serialNumber: serialFault,
      brand: (brand) => (brand.trim() === '' ? fault('required') : null),
      gamma: (gamma) => (gamma === '' ? fault('required') : null),
      model: (model, { serialNumber }) =>
        model === null ? fault('required') : modelFits(model, serialNumber) ? null : refusal('serial_family'),
    },
    owners: {
      serial_format: 'serialNumber',
      serial_check_digit: 'serialNumber',
      serial_family: 'serialNumber',
      serial_taken: 'serialNumber',
      model_not_registered: 'model',
      gamma_mismatch: 'model',
    },
    save: async ({ serialNumber, brand, domain, gamma, model }) => {
      const parsed = parseSerial(serialNumber, new Date(now()).getUTCFullYear());
      if (gamma === '' || model === null || 'fault' in parsed) return;
      const file = await create.send({
        body: { serialNumber: parsed.serial, brand: brand.trim(), domain, gamma, model },
      });
      saveFile(file);
      setCreated({ serialNumber: parsed.serial, file });
    },
  });

  const typeSerial = (serialNumber: string) => {
    // The letters of the plate say the category.
    const gamma = gammaOfSerial(serialNumber);
    if (gamma && gamma !== form.values.gamma) chooseCategory(gamma);
    form.setFieldValue('serialNumber', serialNumber);
  };
  const chooseCategory = (gamma: Gamma | '') => {
    form.setFieldValue('gamma', gamma);
    if (form.values.model !== null && gammaOf(form.values.model) !== gamma) form.setFieldValue('model', null);
  };

  if (created)
    return (
      <HandedOverDialog
        title={word('created', { serial: created.serialNumber })}
        file={created.file}
        onClose={onClose}
        another={
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => {
              setCreated(null);
              // The next unit of a series differs in its number only.
              form.setFieldValue('serialNumber', '');
            }}
          >
            {word('another')}
          </Button>
        }
      >
        {word('onlyThere')}
      </HandedOverDialog>
    );

  return (
    <FormDialog title={t('create')} onClose={onClose} submitLabel={t('create')} cancelLabel={t('cancel')} {...dialog}>
      <Notice kind="info">{word('onceOnly')}</Notice>
      <SerialField
        label={t('serialNumber')}
        value={form.values.serialNumber}
        error={form.errors.serialNumber}
        onChange={typeSerial}
      />
      <div className={styles.pair}>
        <TextInput label={t('brand')} maxLength={40} {...form.getInputProps('brand')} />
        <NativeSelect
          label={t('domain')}
          data={applianceDomains.map((value) => ({ value, label: t(`domain.${value}`) }))}
          {...form.getInputProps('domain')}
        />
      </div>
      <NativeSelect
        label={t('category')}
        data={[
          { value: '', label: word('chooseCategory') },
          ...gammas.map((value) => ({ value, label: category(value) })),
        ]}
        value={form.values.gamma}
        error={form.errors.gamma}
        onChange={(event) => chooseCategory(event.currentTarget.value as Gamma | '')}
      />
      <FilterSelect
        label={t('model')}
        placeholder={word('chooseModel')}
        description={word('modelHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        descriptionProps={{ className: styles.description }}
        nothingFound={refusal('model_not_registered')}
        disabled={form.values.gamma === ''}
        data={modelsFor(form.values.gamma, form.values.serialNumber).map(({ storedName }) => ({
          value: storedName,
          label: displayModel(storedName),
        }))}
        value={form.values.model}
        error={form.errors.model}
        onChange={(model) => form.setFieldValue('model', model)}
      />
    </FormDialog>
  );
}
