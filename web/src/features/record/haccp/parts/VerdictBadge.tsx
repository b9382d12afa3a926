import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import {
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  IconHourglass,
  IconPlayerPlay,
  IconPlayerStop,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { type VerdictState, verdictStateOf } from '../haccp.data.ts';
import { haccpMessages } from '../haccp.messages.ts';

const looks: Record<VerdictState, { tone: Tone; icon: TablerIcon }> = {
  PASS: { tone: 'proof', icon: IconCircleCheck },
  PASS_WITH_GAP: { tone: 'hot', icon: IconCircleDashedCheck },
  FAIL: { tone: 'alarm', icon: IconCircleX },
  // Neither a failure nor a pass, and looks like neither.
  NOT_PROVEN: { tone: 'idle', icon: IconHelpCircle },
  ABORTED: { tone: 'hot', icon: IconPlayerStop },
  NOT_APPLICABLE: { tone: 'idle', icon: IconCircleMinus },
  running: { tone: 'cold', icon: IconPlayerPlay },
  waiting: { tone: 'idle', icon: IconHourglass },
};

/** Tone of a verdict. */
export const verdictTone = (batch: Pick<BatchSummary, 'verdict' | 'endedAt'>): Tone =>
  looks[verdictStateOf(batch)].tone;

/** The verdict on a batch, or why there is none yet. */
export function VerdictBadge({ batch }: { batch: Pick<BatchSummary, 'verdict' | 'endedAt'> }) {
  const { t } = useMessages(haccpMessages);
  const { t: rule } = useMessages(ruleMessages);
  const state = verdictStateOf(batch);
  const label = state === 'running' || state === 'waiting' ? t(state) : rule(`verdict.${state}`);
  return <StateBadge {...looks[state]} label={label} />;
}
