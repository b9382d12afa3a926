import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import { formFaults } from '../../../lib/form-faults.ts';
import { useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../lib/toast.ts';
import { companyMessages } from './company.messages.ts';
import { allFields, type CompanyField, type CompanyValues, companyFaults, movedTo } from './company-form.ts';

/**
 * The form of a company's details in a dialog or on a screen: its rules, the first wrong field in focus, what the server refuses at
 * the field it concerns, and every failed save said for three seconds (S8.10).
 * @param name tells the fields of this form from those of another on the page
 * @param fieldsOf the fields asked in a country
 * @param save keeps the company; when it rejects, the failure is shown and the form stays
 * @returns `bind` for CompanyFields, `submit` for the form element
 */
export function useCompanyForm(props: {
  name: string;
  company: CompanyValues;
  fieldsOf: (country: string) => CompanyField[];
  save: (company: CompanyValues) => Promise<void>;
}) {
  const { name, company, fieldsOf, save } = props;
  const { t } = useMessages(companyMessages);
  const form = useForm<CompanyValues>({
    name,
    initialValues: company,
    validate: (values) => companyFaults(values, fieldsOf(values.country)),
  });
  const focus = (faults: object) => form.getInputNode(Object.keys(faults)[0] ?? '')?.focus();

  const submit = form.onSubmit(async (values) => {
    try {
      await save(values);
    } catch (cause) {
      const { byField } = formFaults(cause, allFields(values.country));
      form.setErrors(byField);
      focus(byField);
      showToast({ kind: 'warning', text: t('error_dialog') });
    }
  }, focus);

  const onCountry = (country: string) => {
    for (const [field, value] of Object.entries(movedTo(country))) form.setFieldValue(field, value);
    // Whether a tax code is right depends on the country.
    form.clearFieldError('taxCode');
  };
  const bind = {
    fields: fieldsOf(form.values.country),
    company: form.values,
    inputProps: (field: CompanyField): GetInputPropsReturnType => form.getInputProps(field),
    onCountry,
  };
  return { form, bind, submit };
}
