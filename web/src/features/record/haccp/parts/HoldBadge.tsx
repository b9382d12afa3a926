import type { HoldDaySummary } from '@brina/contract/calls/record/holding';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import {
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconCircleX,
  IconHelpCircle,
  IconPower,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';

const looks: Record<HoldDaySummary['verdict'], { tone: Tone; icon: TablerIcon }> = {
  KEPT: { tone: 'proof', icon: IconCircleCheck },
  KEPT_WITH_GAP: { tone: 'hot', icon: IconCircleDashedCheck },
  EXCEEDED: { tone: 'alarm', icon: IconCircleX },
  // Neither kept nor exceeded, and looks like neither.
  NOT_PROVEN: { tone: 'idle', icon: IconHelpCircle },
  NOT_IN_USE: { tone: 'idle', icon: IconPower },
  NO_LIMIT: { tone: 'idle', icon: IconCircleMinus },
};

/** The verdict on a day. */
export function HoldBadge({ verdict }: Pick<HoldDaySummary, 'verdict'>) {
  const { t } = useMessages(holdingMessages);
  return <StateBadge {...looks[verdict]} label={t(`verdict.${verdict}`)} />;
}
