import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import {
  createLaboratory,
  type Laboratory,
  listLaboratories,
  updateLaboratory,
} from '@brina/contract/calls/kitchen/laboratories';
import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { intlTag } from '@brina/domain/language/locales';
import { utcOffset } from '@brina/domain/language/time';
import { countries, hasDistrict } from '@brina/domain/people/countries';
import { italianProvinces } from '@brina/domain/people/districts';
import { TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { now } from '../../../lib/clock.ts';
import { isEmail } from '../../../lib/email.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { showToast } from '../../../lib/toast.ts';
import { useCallForm } from '../../../lib/use-call-form.ts';
import { useUser } from '../../../lib/use-user.ts';
import { CountrySelect } from '../../../ui/CountrySelect.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { companyMessages } from '../company/company.messages.ts';
import styles from './LaboratoryDialog.module.css';
import { laboratoriesMessages } from './laboratories.messages.ts';
import { AssistanceCenterField } from './parts/AssistanceCenterField.tsx';

const fields = [
  'name',
  'dealer',
  'assistanceCenter',
  'country',
  'city',
  'address',
  'district',
  'postalCode',
  'timeZone',
] as const;
type Values = Record<(typeof fields)[number], string>;

/** Texts to have before it is shown. */
export const messages = [laboratoriesMessages, companyMessages, fieldMessages];

/**
 * Adds a kitchen, or changes the one it is given, in all its fields (S2.21, S3.7).
 * @param onSaved gets the kitchen as it is kept, after the dialog has closed
 */
export function LaboratoryDialog(props: {
  lab?: Laboratory;
  onClose: () => void;
  onSaved?: (lab: Laboratory) => void;
}) {
  const { lab, onClose, onSaved } = props;
  const { t, locale } = useMessages(laboratoriesMessages);
  const { t: address } = useMessages(companyMessages);
  const { t: fault } = useMessages(fieldMessages);
  const companyZone = useUser()?.company?.timeZone;
  const create = useCall(createLaboratory, { refresh: [listLaboratories] });
  // The kitchen's name stands on every appliance in it.
  const update = useCall(updateLaboratory, { refresh: [listLaboratories, listAppliances] });
  const { form, dialog } = useCallForm<Values>({
    initialValues: valuesOf(lab, companyZone),
    validate: {
      name: (name) => (name.trim() === '' ? fault('required') : null),
      // What was written here before it had to be an address may stay.
      assistanceCenter: (center) =>
        center.trim() === '' || center === lab?.assistanceCenter || isEmail(center) ? null : t('partnerForm'),
    },
    owners: { laboratory_name_taken: 'name' },
    failed: t('notSuccessful'),
    save: async (body) => {
      const saved = await (lab ? update.send({ params: { id: lab.id }, body }) : create.send({ body }));
      onClose();
      showToast({ kind: 'success', text: t('saved') });
      onSaved?.(saved);
    },
  });
  const { country, timeZone } = form.values;
  const zones = useMemo(() => zoneOptions(timeZone), [timeZone]);
  const move = (chosen: string | null) =>
    form.setValues({ country: chosen ?? '', ...(hasDistrict(chosen ?? '') ? {} : { district: '' }) });
  const text = (field: keyof Values, label: string, length_max: number) => (
    <TextInput label={label} autoComplete="off" maxLength={length_max} {...form.getInputProps(field)} />
  );

  return (
    <FormDialog
      title={lab ? t('editOf', { kitchen: lab.name }) : t('add')}
      onClose={onClose}
      submitLabel={lab ? t('save') : t('add')}
      cancelLabel={t('cancel')}
      {...dialog}
    >
      <div className={styles.fields}>
        <TextInput
          className={styles.wide ?? ''}
          label={t('name')}
          autoComplete="off"
          maxLength={80}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <div className={styles.wide}>{text('address', address('address'), 160)}</div>
        {text('postalCode', address('postalCode'), 16)}
        {text('city', address('city'), 80)}
        <CountrySelect
          label={address('country')}
          countries={countries}
          languageTag={intlTag(locale)}
          nothingFound={address('nothingFound')}
          placeholder={address('choose')}
          clearable
          error={form.errors.country}
          value={country || null}
          onChange={move}
        />
        {hasDistrict(country) && (
          <FilterSelect
            label={address('district')}
            data={italianProvinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
            nothingFound={address('nothingFound')}
            placeholder={address('choose')}
            clearable
            error={form.errors.district}
            value={form.values.district || null}
            onChange={(district) => form.setFieldValue('district', district ?? '')}
          />
        )}
        <FilterSelect
          className={styles.wide ?? ''}
          label={t('timeZone')}
          description={t('timeZoneHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={zones}
          nothingFound={address('nothingFound')}
          error={form.errors.timeZone}
          value={timeZone}
          onChange={(zone) => form.setFieldValue('timeZone', zone ?? timeZone)}
        />
        <div className={styles.wide}>
          <AssistanceCenterField
            value={form.values.assistanceCenter}
            error={form.errors.assistanceCenter}
            onChange={(center) => form.setFieldValue('assistanceCenter', center)}
          />
        </div>
        <div className={styles.wide}>{text('dealer', t('dealer'), 120)}</div>
      </div>
    </FormDialog>
  );
}

/** A new kitchen begins with the company's clock, or this device's. */
function valuesOf(lab: Laboratory | undefined, companyZone: string | undefined): Values {
  const here = companyZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return Object.fromEntries(
    fields.map((field) => [field, lab?.[field] ?? (field === 'timeZone' ? here : '')]),
  ) as Values;
}

/** Every time zone with its present offset; the kept one too, where the browser knows it by another name. */
function zoneOptions(kept: string): { value: string; label: string }[] {
  const at = now();
  const known = Intl.supportedValuesOf('timeZone');
  return (known.includes(kept) ? known : [kept, ...known]).map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${utcOffset(at, zone)})`,
  }));
}
