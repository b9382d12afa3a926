import { type HoldVerdict, holdVerdicts } from '@brina/domain/haccp/holding/day';
import type { Verdict } from '@brina/domain/haccp/verdicts';
import {
  IconCircleCheck,
  IconCircleDashedCheck,
  IconCircleMinus,
  IconCircleX,
  IconDatabaseOff,
  IconHelpCircle,
  IconHourglass,
  IconPlayerPlay,
  IconPlayerStop,
  IconPower,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Tone } from '../../../ui/tones.ts';
import type { VerdictState } from './haccp.data.ts';

/** How a verdict looks, on a batch or on a day of holding, and what has none yet; the one that weighs most comes last. */
export const verdictLooks = {
  NOT_IN_USE: { tone: 'idle', icon: IconPower },
  NO_LIMIT: { tone: 'idle', icon: IconCircleMinus },
  NOT_APPLICABLE: { tone: 'idle', icon: IconCircleMinus },
  removed: { tone: 'idle', icon: IconDatabaseOff },
  waiting: { tone: 'idle', icon: IconHourglass },
  running: { tone: 'cold', icon: IconPlayerPlay },
  KEPT: { tone: 'proof', icon: IconCircleCheck },
  PASS: { tone: 'proof', icon: IconCircleCheck },
  KEPT_WITH_GAP: { tone: 'hot', icon: IconCircleDashedCheck },
  PASS_WITH_GAP: { tone: 'hot', icon: IconCircleDashedCheck },
  ABORTED: { tone: 'hot', icon: IconPlayerStop },
  // Neither a failure nor a pass, and looks like neither.
  NOT_PROVEN: { tone: 'idle', icon: IconHelpCircle },
  EXCEEDED: { tone: 'alarm', icon: IconCircleX },
  FAIL: { tone: 'alarm', icon: IconCircleX },
} as const satisfies Record<VerdictState | HoldVerdict, { tone: Tone; icon: TablerIcon }>;

/** Whether a verdict is one that only days of holding have; `NOT_PROVEN` is also said of batches. */
export const isOfHolding = (verdict: Verdict | HoldVerdict): verdict is Exclude<HoldVerdict, 'NOT_PROVEN'> =>
  verdict !== 'NOT_PROVEN' && (holdVerdicts as readonly string[]).includes(verdict);

/** Those that weigh more come later. */
export const byWeight = Object.keys(verdictLooks) as (keyof typeof verdictLooks)[];

/** Of several verdicts the one that weighs most; what has none yet (null) waits. */
export const weightiest = (verdicts: readonly (VerdictState | HoldVerdict | null)[]): keyof typeof verdictLooks =>
  verdicts.map((one) => one ?? 'waiting').reduce((a, b) => (byWeight.indexOf(a) > byWeight.indexOf(b) ? a : b));
