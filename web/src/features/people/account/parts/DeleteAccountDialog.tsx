import { listAppliances } from '@brina/contract/calls/kitchen/appliances';
import { deleteOwnUser, type UserInfo } from '@brina/contract/calls/people/account';
import { Button, Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMessages, shownLocale } from '../../../../lib/catalogues.ts';
import { useErrorText } from '../../../../lib/errors.ts';
import { sayFarewell } from '../../../../lib/farewell.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery, useCall } from '../../../../lib/query.ts';
import { session } from '../../../../lib/session.ts';
import { showToast } from '../../../../lib/toast.ts';
import { dialogProps } from '../../../../ui/dialog.ts';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { accountMessages } from '../account.messages.ts';
import styles from './DeleteAccountDialog.module.css';

/**
 * Deletes one's own account by two confirmations: what happens, then the typed e-mail address (S2.27). The codes of appliances that
 * are released by it outlive the session, which ends at once.
 */
export function DeleteAccountDialog({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const [understood, setUnderstood] = useState(false);
  return understood ? (
    <SecondConfirmation email={user.email} onClose={onClose} />
  ) : (
    <FirstConfirmation user={user} onClose={onClose} onContinue={() => setUnderstood(true)} />
  );
}

function FirstConfirmation(props: { user: UserInfo; onClose: () => void; onContinue: () => void }) {
  const { user, onClose, onContinue } = props;
  const { t } = useMessages(accountMessages);
  return (
    <Modal {...dialogProps} opened onClose={onClose} title={t('deleteTitle')} withCloseButton={false}>
      <dl className={styles.facts}>
        <dt>{t('deleteErases')}</dt>
        <dd>{t('deleteErasesBody')}</dd>
        <dt>{t('deleteKeeps')}</dt>
        <dd>{t('deleteKeepsBody')}</dd>
        {user.may.release && user.company && <Releases company={user.company.name} />}
      </dl>
      <p className={styles.final}>{t('deleteIsFinal')}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('keepAccount')}
        </Button>
        <Button variant="outline" color="alarm" onClick={onContinue}>
          {t('continue')}
        </Button>
      </div>
    </Modal>
  );
}

/** What becomes of the appliances of somebody's own company; nothing to say while there are none. */
function Releases({ company }: { company: string }) {
  const { t } = useMessages(accountMessages);
  const { data = [] } = useQuery(callQuery(listAppliances, {}));
  if (data.length === 0) return null;
  return (
    <>
      <dt>{t('deleteReleases', { company })}</dt>
      <dd>{t('deleteReleasesBody', { n: data.length })}</dd>
    </>
  );
}

function SecondConfirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const { t } = useMessages(accountMessages);
  const errorText = useErrorText();
  const remove = useCall(deleteOwnUser);
  const [error, setError] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (typed) => (sameAddress(typed, email) ? null : t('deleteDiffers')) },
  });
  const submit = form.onSubmit(async () => {
    setError(null);
    try {
      // What shows the codes is here before they are made: they are told once, and a part of the app that is missing would lose them.
      const { messages } = await import('../Farewell.tsx');
      await loadMessages(shownLocale(), ...messages);
      const { body } = await remove.send({});
      sayFarewell(body.released);
      if (body.released.length === 0) showToast({ kind: 'success', text: t('deleted') });
      session.signOut();
    } catch (cause) {
      setError(errorText(cause));
    }
  });
  return (
    <FormDialog
      title={t('deleteTitle')}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={t('deleteForGood')}
      submitTone="danger"
      cancelLabel={t('keepAccount')}
      pending={remove.isPending}
      error={error}
    >
      <TextInput
        label={t('deleteConfirm', { email })}
        type="email"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  );
}

const sameAddress = (typed: string, email: string): boolean => typed.trim().toLowerCase() === email.toLowerCase();
