import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { consentMessages } from '../consents.messages.ts';
import styles from '../LoginScreen.module.css';
import { loginMessages } from '../login.messages.ts';
import { Consent } from './Consent.tsx';

/** Texts to have before it is shown. */
export const messages = [consentMessages];

/**
 * The terms in force are read and accepted before the sign-in goes on (S4.3, S8.9).
 * @param props.terms.haveChanged since the person accepted earlier ones; else they are its first
 * @param props.terms.accept saves it and begins the session
 */
export function TermsForm(props: {
  terms: { haveChanged: boolean; accept: () => Promise<void> };
  onAccepted: () => void;
  onBack: () => void;
}) {
  const { onAccepted, onBack } = props;
  const { haveChanged, accept } = props.terms;
  const { t } = useMessages(consentMessages);
  const { t: login } = useMessages(loginMessages);
  const [failed, setFailed] = useState(false);
  const form = useForm({ initialValues: { tos: false }, validate: { tos: (ticked) => !ticked } });

  const submit = form.onSubmit(
    async () => {
      setFailed(false);
      try {
        await accept();
        onAccepted();
      } catch {
        setFailed(true);
      }
    },
    () => form.getInputNode('tos')?.focus(),
  );

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('terms')}</h1>
      {haveChanged ? (
        <Notice kind="warning">{t('termsChanged')}</Notice>
      ) : (
        <p className={styles.lead}>{t('termsFirst')}</p>
      )}
      {failed && <Notice kind="warning">{login('user_info_failed')}</Notice>}
      <Consent document="terms" autoFocus required {...form.getInputProps('tos', { type: 'checkbox' })} />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.submitting}>
          {t('continue')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {login('backToSignIn')}
        </Button>
      </div>
    </form>
  );
}
