import type { CheckedProbe, ProbeCheck } from '@brina/contract/calls/record/checks';
import { IconAlertCircle, IconBell, IconCircleCheck, type TablerIcon } from '@tabler/icons-react';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import type { Tone } from '../../../ui/tones.ts';
import { checkMessages } from './checks.messages.ts';

/** How a probe stands looks like this; none of it is an alarm: food is judged without it. */
export const dueLooks: Record<CheckedProbe['state'], { tone: Tone; icon: TablerIcon }> = {
  ok: { tone: 'proof', icon: IconCircleCheck },
  due: { tone: 'hot', icon: IconBell },
  overdue: { tone: 'hot', icon: IconAlertCircle },
};

/** The next check of a probe, and the last one, in words. */
export function useDueWords(): (probe: CheckedProbe) => { due: string; last: string } {
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  return ({ last, dueAt, state, timeZone }) => ({
    due: t(state === 'overdue' ? 'dueSince' : 'dueBy', { day: format.date(dueAt, timeZone) }),
    last: last ? t(last.good ? 'lastGood' : 'lastBad', { day: format.date(last.at, timeZone) }) : t('neverChecked'),
  });
}

type Finding = Pick<ProbeCheck, 'foundGood' | 'error_K' | 'limit_K'>;

/** What a probe was found to read, in a sentence; of one that was adjusted since, what it read before. */
export function useFindingWords(): (finding: Finding, isAdjusted?: boolean) => string {
  const { t } = useMessages(checkMessages);
  const format = useFormat();
  return ({ foundGood, error_K, limit_K }, isAdjusted = false) => {
    const error = format.temperatureDelta(Math.abs(error_K));
    if (foundGood) return t(isAdjusted ? 'wasRight' : 'readsRight', { error });
    const limit = format.temperatureDelta(limit_K);
    if (isAdjusted) return t(error_K < 0 ? 'wasLow' : 'wasHigh', { error, limit });
    return t(error_K < 0 ? 'readsLow' : 'readsHigh', { error, limit });
  };
}

/** What a check did to records, in words; of one that is good nothing is said. */
export function useEffectWords(): (check: Pick<ProbeCheck, 'records' | 'foundGood' | 'leftGood'>) => string[] {
  const { t } = useMessages(checkMessages);
  return ({ records: { waiting, again, failed }, foundGood, leftGood }) => {
    if (foundGood && leftGood) return [];
    const said = [
      ...(waiting > 0 ? [t('records.waiting', { n: waiting })] : []),
      ...(again > 0 ? [t('records.again', { n: again })] : []),
      ...(failed > 0 ? [t('records.failed', { n: failed })] : []),
    ];
    return said.length > 0 ? said : [t('records.none')];
  };
}
