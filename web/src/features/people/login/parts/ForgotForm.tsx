import { resetPassword } from '@brina/contract/calls/people/registration';
import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { withQueries } from '../../../../lib/Queries.tsx';
import { useCall } from '../../../../lib/query.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { forgotMessages } from '../forgot.messages.ts';
import styles from '../LoginScreen.module.css';
import { loginMessages } from '../login.messages.ts';
import { emailFault } from '../login-faults.ts';

/** Texts to have before it is shown. */
export const messages = [forgotMessages];

/** Asks for a link for a new password; whether the address has an account is not said (S5.6, S8.5). */
export const ForgotForm = withQueries(Form);

function Form({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useMessages(forgotMessages);
  const { t: login } = useMessages(loginMessages);
  const reset = useCall(resetPassword);
  const [result, setResult] = useState<'sent' | 'notSent' | null>(null);
  const form = useForm({ initialValues: { email }, validate: { email: emailFault } });
  const fault: unknown = form.errors.email;

  const submit = form.onSubmit(
    async (values) => {
      setResult(null);
      try {
        await reset.send({ params: { email: values.email.trim() } });
        setResult('sent');
      } catch {
        setResult('notSent');
      }
    },
    () => form.getInputNode('email')?.focus(),
  );

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {result && <Notice kind={result === 'sent' ? 'success' : 'warning'}>{t(result)}</Notice>}
      <TextInput
        label={login('email')}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        {...form.getInputProps('email')}
        error={fault === 'required' || fault === 'invalid_email' ? login(fault) : undefined}
      />
      <div className={styles.buttons}>
        <Button type="submit" loading={form.submitting}>
          {t('submit')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {login('backToSignIn')}
        </Button>
      </div>
    </form>
  );
}
