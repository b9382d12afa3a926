import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { formFaults } from '../../../lib/form-faults.ts';
import { useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../lib/toast.ts';
import { companyMessages } from './company.messages.ts';
import {
  allFields,
  type CompanyField,
  type CompanyValues,
  companyFaults,
  isTaxCodeAsked,
  movedTo,
} from './company-form.ts';
import { useTaxCodeCheck } from './use-tax-code-check.ts';

/**
 * The form of a company's details in a dialog or on a screen: its rules, the first wrong field in focus, what the server refuses at
 * the field it concerns, and every failed save said for three seconds (S8.10).
 * @param name tells the fields of this form from those of another on the page
 * @param fieldsOf the fields asked in a country
 * @param save keeps the company, with what was answered for; when it rejects, the failure is shown and the form stays
 * @returns `bind` for CompanyFields, `submit` for the form element
 */
export function useCompanyForm(props: {
  name: string;
  company: CompanyValues;
  fieldsOf: (country: string) => CompanyField[];
  save: (company: CompanyValues, headers: { 'tax-code-checked'?: 'true' }) => Promise<void>;
}) {
  const { name, company, fieldsOf, save } = props;
  const { t } = useMessages(companyMessages);
  const form = useForm<CompanyValues>({
    name,
    initialValues: company,
    validate: (values) => companyFaults(values, fieldsOf(values.country), answered),
  });
  const { check, answered, headers } = useTaxCodeCheck({
    given: company,
    valuesOf: form.getValues,
    fault: form.errors['taxCode'],
    setFault: (fault) => form.setFieldError('taxCode', fault),
  });
  const focus = (faults: object) => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus();

  const submit = form.onSubmit(async (values) => {
    try {
      await save(values, headers);
    } catch (cause) {
      const { byField } = formFaults(cause, allFields(values.country));
      form.setErrors(isTaxCodeAsked(cause) ? { ...byField, taxCode: 'tax_code_unlikely' } : byField);
      focus(byField);
      showToast({ kind: 'warning', text: t('error_dialog') });
    }
  }, focus);

  const onCountry = (country: string) => {
    for (const [field, value] of Object.entries(movedTo(country))) form.setFieldValue(field, value);
    // Whether a tax code is right depends on the country.
    form.clearFieldError('taxCode');
    check.judge({ ...form.getValues(), ...movedTo(country) });
  };
  const bind = {
    fields: fieldsOf(form.values.country),
    company: form.values,
    inputProps: (field: CompanyField): GetInputPropsReturnType => form.getInputProps(field),
    onCountry,
    taxCodeCheck: check,
  };
  return { form, bind, submit };
}
