import type { BookRecord } from '@brina/contract/calls/record/book';
import { isOfHolding } from '../verdict-looks.ts';
import { HoldBadge } from './HoldBadge.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';

/** The verdict on a record of the book, whichever it is of. */
export function BookBadge({
  of: { kind, verdict, endedAt, removedAt },
}: {
  of: Pick<BookRecord, 'kind' | 'verdict' | 'endedAt' | 'removedAt'>;
}) {
  if (verdict !== null && (isOfHolding(verdict) || (kind === 'day' && verdict === 'NOT_PROVEN')))
    return <HoldBadge verdict={verdict} />;
  return <VerdictBadge batch={{ verdict, endedAt, ...(removedAt !== undefined && { removedAt }) }} />;
}
