import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { verdictStateOf } from '../haccp.data.ts';
import { haccpMessages } from '../haccp.messages.ts';
import { verdictLooks } from '../verdict-looks.ts';

/** Tone of a verdict. */
export const verdictTone = (batch: Pick<BatchSummary, 'verdict' | 'endedAt' | 'removedAt'>): Tone =>
  verdictLooks[verdictStateOf(batch)].tone;

/** The verdict on a batch, or why there is none yet. */
export function VerdictBadge({ batch }: { batch: Pick<BatchSummary, 'verdict' | 'endedAt' | 'removedAt'> }) {
  const { t } = useMessages(haccpMessages);
  const { t: rule } = useMessages(ruleMessages);
  const state = verdictStateOf(batch);
  const label = state === 'running' || state === 'waiting' || state === 'removed' ? t(state) : rule(`verdict.${state}`);
  return <StateBadge {...verdictLooks[state]} label={label} />;
}
