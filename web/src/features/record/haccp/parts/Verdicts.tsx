import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { useMessages } from '../../../../lib/messages.ts';
import { haccpMessages } from '../haccp.messages.ts';
import { VerdictBadge } from './VerdictBadge.tsx';
import styles from './Verdicts.module.css';

/** The verdict, and beside it the one before while nobody has looked at what a later judge changed. */
export function Verdicts({ batch }: { batch: BatchSummary }) {
  const { t } = useMessages(haccpMessages);
  const { review } = batch;
  return (
    <span className={styles.verdicts}>
      <VerdictBadge batch={batch} />
      {review && !review.reviewed && (
        <span className={styles.former}>
          {t('before')} <VerdictBadge batch={{ verdict: review.formerVerdict, endedAt: batch.endedAt }} />
        </span>
      )}
    </span>
  );
}
