import { type Company, getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { showToast } from '../../../../lib/toast.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { CompanyFields, companyFieldMessages } from '../CompanyFields.tsx';
import { companyMessages } from '../company.messages.ts';
import { mandatoryFields } from '../company-form.ts';
import { useCompanyForm } from '../use-company-form.ts';
import styles from './MissingDataForm.module.css';

/** Texts to have before it is shown. */
export const messages = companyFieldMessages;

/** The form of the mandatory-data dialog (S2.20, S2.39). */
export function MissingDataForm({ company, onLater }: { company: Company; onLater: () => void }) {
  const { t } = useMessages(companyMessages);
  const update = useCall(updateCompany, { refresh: [getCompany] });
  const { timeZone: _, ...values } = company;
  const { form, bind, submit } = useCompanyForm({
    name: 'missing-data',
    company: values,
    fieldsOf: mandatoryFields,
    save: async (body, headers) => {
      await update.send({ headers, body });
      showToast({ kind: 'success', text: t('missing_data_success') });
    },
  });
  return (
    <FormDialog
      title={t('missingTitle')}
      onClose={onLater}
      onSubmit={submit}
      submitLabel={t('save')}
      cancelLabel={t('later')}
      pending={form.submitting}
      error={null}
    >
      <p className={styles.lead}>{t('missingDetail')}</p>
      <CompanyFields {...bind} />
    </FormDialog>
  );
}
