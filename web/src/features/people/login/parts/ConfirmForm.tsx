import { checkCode, resendCode } from '@brina/contract/calls/people/registration';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { confirmationCode_digits } from '@brina/domain/constants';
import { Button, PinInput } from '@mantine/core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import type { Credentials } from '../../../../lib/session.ts';
import { showToast } from '../../../../lib/toast.ts';
import { confirmMessages } from '../confirm.messages.ts';
import styles from '../LoginScreen.module.css';
import { loginMessages } from '../login.messages.ts';
import { unconfirmedCaller } from '../unconfirmed-caller.ts';

/** Texts to have before it is shown. */
export const messages = [confirmMessages, errorMessages];

/** Confirms an e-mail address by the mailed code of four digits, leading zeros included (S5.6, S5.15, S8.6, S8.7). */
export function ConfirmForm(props: { credentials: Credentials; onConfirmed: () => void; onBack: () => void }) {
  const { credentials, onConfirmed, onBack } = props;
  const { t } = useMessages(confirmMessages);
  const { t: login } = useMessages(loginMessages);
  const tellFailure = useFailureToast();
  const [send] = useState(() => unconfirmedCaller(credentials));
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<'incomplete' | { said: string } | null>(null);
  const [busy, setBusy] = useState<'check' | 'resend' | null>(null);
  const digits = useRef<HTMLDivElement>(null);
  const label = useId();
  const faultId = useId();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (code.length < confirmationCode_digits) {
      setFault('incomplete');
      digits.current?.querySelectorAll('input')[code.length]?.focus();
      return;
    }
    setFault(null);
    setBusy('check');
    try {
      await send(checkCode, { query: { code } });
      showToast({ kind: 'success', text: t('validated') });
      onConfirmed();
    } catch (cause) {
      showToast({ kind: 'warning', text: t('notValidated') });
      // How many tries are left must not vanish with the message.
      if (cause instanceof CallFailed && cause.error.message) setFault({ said: cause.error.message });
      setBusy(null);
    }
  }

  async function resend(): Promise<void> {
    setFault(null);
    setBusy('resend');
    try {
      await send(resendCode, {});
      setCode('');
      showToast({ kind: 'success', text: t('resent') });
    } catch (cause) {
      tellFailure(cause);
    } finally {
      setBusy(null);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t('sent', { email: credentials.email })}</p>
      <div className={styles.code}>
        <span className={styles.codeLabel} id={label}>
          {t('code')}
        </span>
        <PinInput
          rootRef={digits}
          aria-labelledby={label}
          aria-describedby={fault ? faultId : undefined}
          length={confirmationCode_digits}
          type="number"
          size="xl"
          placeholder=""
          autoFocus
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setFault(null);
          }}
          error={fault !== null}
          getInputProps={(index) => ({ 'aria-label': t('digit', { place: index + 1 }) })}
        />
        <p className={styles.fault} id={faultId} role="alert">
          {fault === 'incomplete' ? t('incomplete') : fault?.said}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button type="submit" loading={busy === 'check'} disabled={busy === 'resend'}>
          {t('submit')}
        </Button>
        <Button variant="default" loading={busy === 'resend'} disabled={busy === 'check'} onClick={() => void resend()}>
          {t('resend')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {login('backToSignIn')}
        </Button>
      </div>
      <p className={styles.lead}>{t('nothingCame')}</p>
    </form>
  );
}
