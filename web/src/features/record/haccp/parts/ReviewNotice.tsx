import { type BatchRecord, getBatch, listBatches, reviewBatch } from '@brina/contract/calls/record/haccp';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useErrorText } from '../../../../lib/errors.ts';
import { useCall } from '../../../../lib/query.ts';
import { Notice } from '../../../../ui/Notice.tsx';
import { useRecordWords } from '../use-record-words.ts';

/** Both verdicts where a later judge changed one, until somebody has looked; then who did, and when. */
export function ReviewNotice({ record }: { record: BatchRecord }) {
  const { t, bothVerdicts } = useRecordWords(record);
  const errorText = useErrorText();
  const call = useCall(reviewBatch, { refresh: [getBatch, listBatches] });
  const [error, setError] = useState<string | null>(null);
  const { review, serialNumber, batchId } = record;
  if (!review) return null;
  const reviewed = async (): Promise<void> => {
    setError(null);
    await call
      .send({ params: { serial: serialNumber, batchId }, body: { revision: record.revision } })
      .catch((fault: unknown) => setError(errorText(fault)));
  };
  return (
    <Notice
      kind={review.reviewed ? 'info' : 'warning'}
      action={
        !review.reviewed &&
        record.may.review && (
          <Button loading={call.isPending} onClick={() => void reviewed()}>
            {t('meaning.REVIEWED')}
          </Button>
        )
      }
    >
      {bothVerdicts(review, record.judge)}
      {error !== null && <p role="alert">{error}</p>}
    </Notice>
  );
}
