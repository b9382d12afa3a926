import type { FactorProof } from '@brina/contract/calls/people/security';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FactorRefused } from '../../../lib/further-grants.ts';
import { useMessages } from '../../../lib/messages.ts';
import { type AskedFactor, TokenRefused } from '../../../lib/tokens.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { ProofFields } from './parts/ProofFields.tsx';
import { securityMessages } from './security.messages.ts';
import styles from './security.module.css';
import { PasskeyNotProved, useProof } from './use-proof.ts';

/** Texts to have before it is shown. */
export const messages = [securityMessages];

/** What went wrong, worded when it is shown. `left`: tries. */
type Fault = { key: 'wrong'; left: number } | { key: 'over' | 'tooMany' | 'failed' | 'passkeyFailed' };

/**
 * The second step of a sign-in: a code of the app, a passkey or a recovery code.
 * @param prove goes on into the session; rejects with `FactorRefused` for a wrong proof
 */
export function SecondFactorForm(props: {
  asked: AskedFactor;
  prove: (proof: FactorProof) => Promise<void>;
  onBack: () => void;
}) {
  const { asked, prove, onBack } = props;
  const { t } = useMessages(securityMessages);
  const proof = useProof(asked);
  const [missing, setMissing] = useState(false);
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const isOver = fault?.key === 'over';

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const field = event.currentTarget.querySelector<HTMLInputElement>('[name=code]');
    setMissing(!proof.isTyped);
    if (!proof.isTyped) return field?.focus();
    setFault(null);
    setPending(true);
    try {
      await prove(await proof.take());
    } catch (cause) {
      setFault(faultOf(cause));
      proof.type('');
      field?.focus();
    } finally {
      setPending(false);
    }
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h1 className={styles.title}>{t('secondStep')}</h1>
      {fault && <Notice kind="warning">{fault.key === 'wrong' ? t('wrong', { n: fault.left }) : t(fault.key)}</Notice>}
      {!isOver && (
        <>
          <ProofFields proof={proof} error={missing && !proof.isTyped ? t('required') : null} autoFocus />
          <Button type="submit" fullWidth loading={pending}>
            {t('confirm')}
          </Button>
          <p className={styles.lead}>{t('lost')}</p>
        </>
      )}
      <Button variant={isOver ? 'filled' : 'subtle'} onClick={onBack}>
        {t('backToSignIn')}
      </Button>
    </form>
  );
}

function faultOf(cause: unknown): Fault {
  if (cause instanceof PasskeyNotProved) return { key: 'passkeyFailed' };
  if (cause instanceof FactorRefused) return cause.left > 0 ? { key: 'wrong', left: cause.left } : { key: 'over' };
  return { key: cause instanceof TokenRefused && cause.status === 429 ? 'tooMany' : 'failed' };
}
