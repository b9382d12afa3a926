import type { BookRecord } from '@brina/contract/calls/record/book';
import { type HoldVerdict, holdVerdicts } from '@brina/domain/haccp/holding/day';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import { HoldBadge } from './HoldBadge.tsx';
import { VerdictBadge } from './VerdictBadge.tsx';

type AnyVerdict = Verdict | HoldVerdict;

const isOfHolding = (verdict: AnyVerdict): verdict is HoldVerdict =>
  (holdVerdicts as readonly string[]).includes(verdict);

/** The verdict on a record of the book, whichever it is of. */
export function BookBadge({
  of: { kind, verdict, endedAt },
}: {
  of: Pick<BookRecord, 'kind' | 'verdict' | 'endedAt'>;
}) {
  if (kind === 'day') return verdict !== null && isOfHolding(verdict) ? <HoldBadge verdict={verdict} /> : null;
  return <VerdictBadge batch={{ verdict: verdict as Verdict | null, endedAt }} />;
}
