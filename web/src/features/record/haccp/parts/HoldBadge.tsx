import type { HoldDaySummary } from '@brina/contract/calls/record/holding';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { verdictLooks } from '../verdict-looks.ts';

/** The verdict on a day. */
export function HoldBadge({ verdict }: Pick<HoldDaySummary, 'verdict'>) {
  const { t } = useMessages(holdingMessages);
  return <StateBadge {...verdictLooks[verdict]} label={t(`verdict.${verdict}`)} />;
}
