import { getBatch } from '@brina/contract/calls/record/haccp';
import { getHoldDay } from '@brina/contract/calls/record/holding';
import type { SignatureOfRecord } from '@brina/contract/calls/record/signature-of-record';
import { signRecords } from '@brina/contract/calls/record/signatures';
import type { RemarkWords } from '@brina/contract/words/remarks-sheet';
import { proofPart, signaturesPart } from '@brina/contract/words/signed-sheet';
import type { SignedKind } from '@brina/domain/haccp/signing';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { DialogSlot } from '../../../ui/DialogSlot.tsx';
import { SheetTable } from '../../../ui/SheetTable.tsx';
import styles from './parts/Sign.module.css';
import { SignLater } from './SignLater.ts';
import { signMessages } from './sign.messages.ts';

/** A record by the revision that is shown, and where that stands in the book; `seal` null: in none yet. */
type Signable = {
  kind: SignedKind;
  id: string;
  revision: number;
  seal: Parameters<typeof proofPart>[1];
  signatures: readonly SignatureOfRecord[];
};

/** Who has signed a record, since when nobody can have changed it, and the way to sign the revision that is shown (B2.6, B2.8). */
export function Signatures({ of, words }: { of: Signable; words: RemarkWords }) {
  const { t } = useMessages(signMessages);
  const [isAsked, setAsked] = useState(false);
  const sign = useToldCall(signRecords, { refresh: [getBatch, getHoldDay], done: t('signed') });
  const { kind, id, revision, seal, signatures } = of;
  const close = () => setAsked(false);
  return (
    <div className={styles.signed}>
      {signatures.length === 0 && <p className={styles.note}>{t('nobody')}</p>}
      <SheetTable part={signaturesPart(words, signatures)} />
      {proofPart(words, seal).texts?.map((text) => (
        <p key={text} className={styles.note}>
          {text}
        </p>
      ))}
      {seal && (
        <Button
          className={styles.sign ?? ''}
          variant="default"
          size="lg"
          leftSection={<IconPencil size={22} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('review')}
        </Button>
      )}
      <DialogSlot>
        {isAsked && seal && (
          <SignLater
            title={t('review')}
            submit={t('sign')}
            onClose={close}
            onSign={(grant) =>
              sign.send({ body: { what: [{ kind, id, revision, hash: seal.hash }], meaning: 'REVIEWED', grant } })
            }
          >
            {t('reviewBody')}
          </SignLater>
        )}
      </DialogSlot>
    </div>
  );
}
