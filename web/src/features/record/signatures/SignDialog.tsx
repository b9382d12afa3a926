import { grantSigning } from '@brina/contract/calls/record/signatures';
import { CallFailed } from '@brina/contract/wire/client';
import { Button, Modal } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useErrorText } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useCall } from '../../../lib/query.ts';
import { dialogProps, useFocusReturn } from '../../../ui/dialog.ts';
import { Notice } from '../../../ui/Notice.tsx';
import styles from './parts/Sign.module.css';
import { anew, isComplete, type Secret, SignStep } from './SignStep.tsx';
import { signMessages } from './sign.messages.ts';

/**
 * Asks who signs, by PIN or password (B2.6), with buttons for wet hands; closes once it is signed.
 * @param children what the signature says
 * @param isOwn nobody but who is signed in decides it
 * @param onSign does what is signed, by the proof; what it throws is said here, and the dialog stays
 */
export function SignDialog(props: {
  title: string;
  submit: string;
  children: ReactNode;
  onSign: (grant: string) => Promise<unknown>;
  onClose: () => void;
  isOwn?: boolean;
}) {
  const { title, submit, children, onSign, onClose, isOwn = false } = props;
  const { t } = useMessages(signMessages);
  const errorText = useErrorText();
  const prove = useCall(grantSigning);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useFocusReturn(true);
  const sign = async (event: FormEvent) => {
    event.preventDefault();
    if (!secret || !isComplete(secret) || isPending) return;
    setPending(true);
    setError(null);
    try {
      const { grant } = await prove.send({ body: secret });
      await onSign(grant);
      onClose();
    } catch (cause) {
      setError(cause);
      // Whoever mistyped begins anew.
      if (cause instanceof CallFailed && cause.error.code === 'signing_refused') setSecret(anew(secret));
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal {...dialogProps} opened onClose={() => !isPending && onClose()} title={title} withCloseButton={false}>
      <form className={styles.steps} onSubmit={(event) => void sign(event)} noValidate>
        <p className={styles.note}>{children}</p>
        <SignStep secret={secret} onChange={setSecret} isOwn={isOwn} />
        {error !== null && <Notice kind="warning">{errorText(error)}</Notice>}
        <div className={styles.feet}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!secret || !isComplete(secret)} loading={isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
