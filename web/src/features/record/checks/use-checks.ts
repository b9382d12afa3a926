import {
  type CheckedProbe,
  duePage_rows,
  listDueChecks,
  listProbeChecks,
  type ProbeCheck,
} from '@brina/contract/calls/record/checks';
import type { Input } from '@brina/contract/wire/call';
import { minute_ms, second_ms } from '@brina/domain/language/durations';
import { IconAlertCircle, IconBell, IconCircleCheck, type TablerIcon } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { callQuery } from '../../../lib/query.ts';
import type { Tone } from '../../../ui/tones.ts';
import { checkMessages } from './checks.messages.ts';

/** What a check did to records is told anew while some wait for it. */
const waiting_ms = 3 * second_ms;

/** What a new check makes old. */
export const refreshedByCheck = [listProbeChecks, listDueChecks] as const;

/** The checks of an appliance, the latest first. */
export const useChecks = (serial: string) =>
  useQuery({
    ...callQuery(listProbeChecks, { params: { serial } }),
    refetchInterval: ({ state }) => (state.data?.some(({ records }) => records.waiting > 0) ? waiting_ms : minute_ms),
  });

const probesQuery = (query: Input<typeof listDueChecks>['query']) => ({
  ...callQuery(listDueChecks, { query }),
  refetchInterval: 10 * minute_ms,
});

/** The probes of an appliance. */
export const useProbes = (serial: string) => useQuery(probesQuery({ serial }));

/**
 * The probes of a kitchen, an appliance or all that somebody has to check soon, or should have, those that are due first: a page of them, or
 * all; and how many there are.
 */
export function useOpenProbes(of: { labId?: string | undefined; serial?: string | undefined }, isWhole = false) {
  const query = {
    state: 'open' as const,
    ...(of.labId && { labId: of.labId }),
    ...(of.serial && { serial: of.serial }),
  };
  const first = useQuery(probesQuery(query));
  const total = first.data?.total ?? 0;
  const pages = isWhole ? Math.max(Math.ceil(total / duePage_rows) - 1, 0) : 0;
  const others = useQueries({
    queries: Array.from({ length: pages }, (_, nth) => probesQuery({ ...query, page: nth + 1 })),
  });
  return { total, probes: [first, ...others].flatMap(({ data }) => data?.items ?? []) };
}

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
