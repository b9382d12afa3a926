import { beginConfirmation, confirm } from '@brina/contract/calls/people/security';
import { CallFailed } from '@brina/contract/wire/client';
import { errorMessages } from '@brina/contract/wire/errors.messages';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { withQueries } from '../../../lib/Queries.tsx';
import { callQuery, useCall } from '../../../lib/query.ts';
import type { AskedFactor } from '../../../lib/tokens.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
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
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(beginConfirmation, {}),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  if (isFetching && !data) return null;
  const { factor = null } = data ?? {};
  return (
    <Ask
      key={factor?.challenge}
      factor={factor}
      failure={data ? null : error}
      onAnew={() => void refetch()}
      onDone={onDone}
    />
  );
});

function Ask(
  props: Props & { factor: (AskedFactor & { challenge: string }) | null; failure: unknown; onAnew: () => void },
) {
  const { factor, failure, onAnew, onDone } = props;
  const { t } = useMessages(securityMessages);
  const errorText = useErrorText();
  const call = useCall(confirm);
  const proof = useProof(factor ?? nothing);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [fault, setFault] = useState<unknown>(failure);
  const code = fault instanceof CallFailed ? fault.error.code : null;
  const missing = (isThere: boolean): string | null => (tried && !isThere ? t('required') : null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const focus = (name: 'password' | 'code') => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
    setTried(true);
    setFault(null);
    if (password === '') return focus('password');
    if (factor && !proof.isTyped) return focus('code');
    try {
      const shown = factor ? { factor: { challenge: factor.challenge, proof: await proof.take() } } : {};
      await call.send({ body: { password, ...shown } });
      onDone(true);
    } catch (cause) {
      setFault(cause);
      setTried(false);
      proof.type('');
      focus(cause instanceof CallFailed && cause.error.code === 'password_wrong' ? 'password' : 'code');
      if (cause instanceof CallFailed && cause.error.code === 'challenge_over') onAnew();
    }
  }

  const atField = code === 'password_wrong' || code === 'factor_code_wrong';
  const whole = fault instanceof PasskeyNotProved ? t('passkeyFailed') : fault && !atField ? errorText(fault) : null;
  return (
    <FormDialog
      title={t('confirmTitle')}
      opened
      onClose={() => onDone(false)}
      onSubmit={(event) => void submit(event)}
      submitLabel={t('confirm')}
      cancelLabel={t('cancel')}
      pending={call.isPending}
      error={whole}
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
        error={code === 'password_wrong' ? errorText(fault) : missing(password !== '')}
      />
      {factor && (
        <ProofFields proof={proof} error={code === 'factor_code_wrong' ? errorText(fault) : missing(proof.isTyped)} />
      )}
    </FormDialog>
  );
}
