import { beginConfirmation, confirm } from '@brina/contract/calls/people/security';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErrorText, useFailure } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { withQueries } from '../../../lib/Queries.tsx';
import { callQuery, useCall } from '../../../lib/query.ts';
import type { AskedFactor } from '../../../lib/tokens.ts';
import dialogStyles from '../../../ui/dialog.module.css';
import { dialogProps, useFocusReturn } from '../../../ui/dialog.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ProofFields } from './parts/ProofFields.tsx';
import { securityMessages } from './security.messages.ts';
import { PasskeyNotProved, useProof } from './use-proof.ts';

/** Texts to have before it is shown. */
export const messages = [securityMessages, errorMessages];

const nothing: AskedFactor = { kinds: [], passkey: null };

type Props = { onDone: (proved: boolean) => void };

/** Asks the person of the session for the password, and the second factor of who has one, before a dangerous act goes on. */
export const ConfirmationDialog = withQueries(({ onDone }: Props) => {
  // Asked anew each time: a challenge is answered once.
  const { data, error, refetch, errorUpdateCount } = useQuery({
    ...callQuery(beginConfirmation, {}),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  if (data) return <Ask factor={data.factor} onAnew={() => void refetch()} onDone={onDone} />;
  return errorUpdateCount > 0 && <Unasked error={error} onRetry={refetch} onDone={onDone} />;
});

/** What has to be shown is not known: nothing is asked for. @param error null while it is tried again */
function Unasked({ error, onRetry, onDone }: Props & { error: unknown; onRetry: () => unknown }) {
  const { t } = useMessages(securityMessages);
  const failure = useFailure();
  useFocusReturn(true);
  return (
    <Modal {...dialogProps} opened onClose={() => onDone(false)} title={t('confirmTitle')} withCloseButton={false}>
      {error ? <ErrorState {...failure(error, onRetry)} /> : <Skeleton height={160} />}
      <div className={dialogStyles.buttons}>
        <Button variant="default" onClick={() => onDone(false)}>
          {t('cancel')}
        </Button>
      </div>
    </Modal>
  );
}

function Ask(props: Props & { factor: (AskedFactor & { challenge: string }) | null; onAnew: () => void }) {
  const { factor, onAnew, onDone } = props;
  const { t } = useMessages(securityMessages);
  const errorText = useErrorText();
  const call = useCall(confirm);
  const proof = useProof(factor ?? nothing);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const code = fault instanceof CallFailed ? fault.error.code : null;
  const missing = (isThere: boolean): string | null => (tried && !isThere ? t('required') : null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const focus = (name: 'password' | 'code') => typeOver(form.querySelector<HTMLInputElement>(`[name=${name}]`));
    setTried(true);
    setFault(null);
    if (password === '') return focus('password');
    if (factor && !proof.isTyped) return focus('code');
    // From here on, for the browser may ask for a passkey before anything is sent.
    setPending(true);
    try {
      const shown = factor ? { factor: { challenge: factor.challenge, proof: await proof.take() } } : {};
      await call.send({ body: { password, ...shown } });
      onDone(true);
    } catch (cause) {
      setFault(cause);
      setTried(false);
      proof.type('');
      const refusal = cause instanceof CallFailed ? cause.error.code : null;
      focus(refusal === 'password_wrong' ? 'password' : 'code');
      // What is over is asked anew; so is what to show, of who was not asked for a second factor and has one meanwhile.
      if (refusal === 'challenge_over' || (refusal === 'factor_code_wrong' && !factor)) onAnew();
    } finally {
      setPending(false);
    }
  }

  const wrongPassword = code === 'password_wrong';
  const wrongProof = code === 'factor_code_wrong' && factor !== null;
  const wrongPasskey = fault instanceof PasskeyNotProved || (wrongProof && proof.way === 'passkey');
  const whole = fault !== null && !wrongPassword && !wrongProof ? errorText(fault) : null;
  return (
    <FormDialog
      title={t('confirmTitle')}
      onClose={() => onDone(false)}
      onSubmit={(event) => void submit(event)}
      submitLabel={t('confirm')}
      cancelLabel={t('cancel')}
      pending={pending}
      error={wrongPasskey ? t('passkeyFailed') : whole}
    >
      <p>{t('confirmBody')}</p>
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        revealLabel={t('showPassword')}
        data-autofocus
        name="password"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        error={wrongPassword ? t('passwordWrong') : missing(password !== '')}
      />
      {factor && <ProofFields proof={proof} error={wrongProof ? errorText(fault) : missing(proof.isTyped)} />}
    </FormDialog>
  );
}

/** Goes on at a field, whose text the next key replaces. */
function typeOver(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
