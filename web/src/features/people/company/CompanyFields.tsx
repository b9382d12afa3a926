import { fieldMessages } from '@brina/contract/wire/fields.messages';
import { intlTag } from '@brina/domain/language/locales';
import { companyTypes, sectors } from '@brina/domain/people/company';
import { sectorMessages } from '@brina/domain/people/company-sectors.messages';
import { companyTypeMessages } from '@brina/domain/people/company-types.messages';
import { countries } from '@brina/domain/people/countries';
import { italianProvinces } from '@brina/domain/people/districts';
import { taxCodes } from '@brina/domain/people/tax-codes';
import { Checkbox, NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { CountrySelect } from '../../../ui/CountrySelect.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import styles from './CompanyFields.module.css';
import { companyMessages } from './company.messages.ts';
import { type CompanyFault, type CompanyField, type CompanyValues, isRequired } from './company-form.ts';
import type { TaxCodeCheck } from './use-tax-code-check.ts';

/** Texts of the fields, for the screens and dialogs that show them. */
export const companyFieldMessages = [companyMessages, fieldMessages, sectorMessages, companyTypeMessages];

/**
 * Fields of a company's details, in two columns where there is room (S9.4).
 * @param fields which, in this order
 * @param inputProps binds a field to the form; its error is a key of `fieldMessages` or a sentence of the server
 * @param onCountry takes another country, with which the province and the postal code change too (S5.4)
 * @param taxCodeCheck asks about a tax code that does not look like one (`useTaxCodeCheck`)
 */
export function CompanyFields(props: {
  fields: readonly CompanyField[];
  company: CompanyValues;
  inputProps: (field: CompanyField) => GetInputPropsReturnType;
  onCountry: (country: string) => void;
  taxCodeCheck: TaxCodeCheck;
}) {
  const { fields, company, inputProps, onCountry, taxCodeCheck } = props;
  const { t, locale } = useMessages(companyMessages);
  const { t: fault } = useMessages(fieldMessages);
  const { t: sectorName } = useMessages(sectorMessages);
  const { t: typeName } = useMessages(companyTypeMessages);
  const { country } = company;
  const tag = intlTag(locale);

  const common = (field: CompanyField) => {
    const { error, ...input } = inputProps(field);
    const worded: ReactNode = isFault(error) ? fault(error) : error;
    return { ...input, label: t(field), required: isRequired(field, country), error: worded };
  };
  const text = (field: CompanyField, autoComplete: string, length_max: number) => (
    <TextInput autoComplete={autoComplete} maxLength={length_max} {...common(field)} />
  );
  const control: Readonly<Record<CompanyField, () => ReactNode>> = {
    name: () => text('name', 'organization', 120),
    taxCode: () => (
      <TaxCodeInput
        country={country}
        check={taxCodeCheck}
        {...common('taxCode')}
        onBlur={() => taxCodeCheck.judge(company)}
      />
    ),
    sector: () => <NativeSelect data={optionsOf(sectors, sectorName, t('choose'), tag)} {...common('sector')} />,
    type: () => <NativeSelect data={optionsOf(companyTypes, typeName, t('choose'), tag)} {...common('type')} />,
    country: () => (
      <CountrySelect
        countries={countries}
        languageTag={tag}
        nothingFound={t('nothingFound')}
        placeholder={t('choose')}
        {...common('country')}
        value={country === '' ? null : country}
        onChange={(chosen) => onCountry(chosen ?? '')}
      />
    ),
    city: () => text('city', 'address-level2', 80),
    address: () => text('address', 'street-address', 160),
    district: () => (
      <FilterSelect
        data={italianProvinces.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
        nothingFound={t('nothingFound')}
        placeholder={t('choose')}
        {...common('district')}
        value={company.district === '' ? null : company.district}
      />
    ),
    postalCode: () => text('postalCode', 'postal-code', 16),
    phone: () => (
      <TextInput
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={32}
        description={t('phoneHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...common('phone')}
      />
    ),
  };
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <div key={field} data-wide={field === 'name' || field === 'address' || undefined}>
          {control[field]()}
        </div>
      ))}
    </div>
  );
}

/** The field of the tax code, and under it the question about one that does not look like it. */
function TaxCodeInput({ country, check, ...input }: { country: string; check: TaxCodeCheck } & TextInputProps) {
  const { t } = useMessages(companyMessages);
  return (
    <>
      <TextInput
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        description={<TaxCodeForm country={country} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...input}
      />
      {check.isAsked && (
        <Checkbox
          className={styles.checked ?? ''}
          label={t('taxCodeChecked')}
          checked={check.isChecked}
          onChange={({ currentTarget }) => check.onChecked(currentTarget.checked)}
        />
      )}
    </>
  );
}

/** Which tax codes the chosen country has, by examples (S5.3). */
function TaxCodeForm({ country }: { country: string }) {
  const { t, locale } = useMessages(companyMessages);
  const { examples = [] } = taxCodes[country] ?? {};
  if (examples.length === 0) return t('taxCodeForm');
  const list = new Intl.ListFormat(intlTag(locale), { type: 'disjunction' });
  return t('taxCodeExamples', { examples: list.format(examples) });
}

/** Options of a list of codes by their names, `other` last, and an empty one before the choice. */
function optionsOf<Code extends string>(
  codes: readonly Code[],
  nameOf: (code: Code) => string,
  empty: string,
  tag: string,
): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(tag);
  const rest = (value: string): number => Number(value === 'other');
  const named = codes.map((value) => ({ value: value as string, label: nameOf(value) }));
  return [
    { value: '', label: empty },
    ...named.toSorted((one, other) => rest(one.value) - rest(other.value) || compare(one.label, other.label)),
  ];
}

const isFault = (error: unknown): error is CompanyFault =>
  error === 'required' || error === 'tax_code_invalid' || error === 'tax_code_unlikely';
