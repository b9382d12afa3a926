import { type Company, getCompany, updateCompany } from '@brina/contract/calls/people/company';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { comesLater } from '../../../lib/comes-later.ts';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery, useCall } from '../../../lib/query.ts';
import { session } from '../../../lib/session.ts';
import { showToast } from '../../../lib/toast.ts';
import { useUser } from '../../../lib/use-user.ts';
import { Card } from '../../../ui/Card.tsx';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Screen } from '../../../ui/Screen.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { CompanyFields, companyFieldMessages } from './CompanyFields.tsx';
import styles from './CompanyScreen.module.css';
import { companyMessages } from './company.messages.ts';
import { allFields, emptyCompany } from './company-form.ts';
import { useCompanyForm } from './use-company-form.ts';

// Whose records these are: a service partner has none.
const RecordsCard = comesLater(async () => {
  const [{ RecordsCard: Part }, { keepingMessages }] = await Promise.all([
    import('../../record/keeping/RecordsCard.tsx'),
    import('../../record/keeping/keeping.messages.ts'),
  ]);
  return { Part, messages: [keepingMessages] };
});

// Comes when there is something to ask.
const ConfirmDialog = lazy(async () => ({ default: (await import('../../../ui/ConfirmDialog.tsx')).ConfirmDialog }));

/** Texts to have before the screen is shown. */
export const messages = [...companyFieldMessages, errorMessages];

/** The details of the user's company (S3.6); a service partner that has none yet gives the first ones here. */
export function CompanyScreen() {
  const { t } = useMessages(companyMessages);
  const failure = useFailure();
  // What somebody is typing is not overwritten: the form begins with what was there when it opened.
  const { data, error, refetch } = useQuery({ ...callQuery(getCompany, {}), refetchOnWindowFocus: false });
  const known = data !== undefined;
  const isOwner = useUser()?.may.keepRecords && data !== null;
  return (
    <Screen
      title={t('title')}
      state={known ? 'ready' : error ? 'error' : 'loading'}
      loading={
        <div role="status" aria-label={t('loading')}>
          <Skeleton height={420} />
        </div>
      }
      error={<ErrorState {...failure(error, refetch, t('loadFailed'))} />}
    >
      {known && <CompanyForm company={data} />}
      {known && isOwner && (
        <Suspense>
          <div className={styles.narrow}>
            <RecordsCard />
          </div>
        </Suspense>
      )}
    </Screen>
  );
}

function CompanyForm({ company }: { company: Company | null }) {
  const { t } = useMessages(companyMessages);
  const update = useCall(updateCompany, { refresh: [getCompany] });
  const { timeZone: _, ...values } = company ?? { ...emptyCompany, timeZone: '' };
  const { form, bind, submit } = useCompanyForm({
    name: 'company',
    company: values,
    fieldsOf: allFields,
    save: async (body, headers) => {
      const { timeZone: __, ...saved } = await update.send({ headers, body });
      form.setInitialValues(saved);
      form.setValues(saved);
      form.resetDirty(saved);
      showToast({ kind: 'success', text: t('missing_data_success') });
      // The user carries the name of its company.
      void session.reloadUser();
    },
  });
  return (
    <>
      <div className={styles.narrow}>
        <Card>
          <form className={styles.form} noValidate onSubmit={submit}>
            <p className={styles.lead}>{t('lead')}</p>
            <CompanyFields {...bind} />
            <Button className={styles.save ?? ''} type="submit" loading={form.submitting}>
              {t('save')}
            </Button>
          </form>
        </Card>
      </div>
      <UnsavedChanges dirty={() => form.isDirty()} />
    </>
  );
}

/** Asks before a navigation that would lose what was typed; the browser asks when the page is closed. */
function UnsavedChanges({ dirty }: { dirty: () => boolean }) {
  const { t } = useMessages(companyMessages);
  const errorText = useErrorText();
  const blocker = useBlocker({ shouldBlockFn: dirty, enableBeforeUnload: dirty, withResolver: true });
  const question = {
    title: t('unsavedTitle'),
    body: t('unsavedDetail'),
    confirm: t('leave'),
    cancel: t('stay'),
    run: async () => blocker.proceed?.(),
  };
  if (blocker.status !== 'blocked') return null;
  return (
    <DialogSlot>
      <ConfirmDialog question={question} onClose={blocker.reset} describeError={errorText} />
    </DialogSlot>
  );
}
