/** Periods of the HACCP list, states of verdicts. */
import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { range_max_days } from '@brina/contract/wire/range';
import { reportPeriods } from '@brina/domain/constants';
import { day_ms, minute_ms } from '@brina/domain/language/durations';
import { instantOf, isLocalMinute, localMinute } from '@brina/domain/language/local-minute';

/** A period as it stands in the URL: one of the fixed ones, or days of the kitchen's calendar (`2026-03-05`, both included). */
export type Period = { key: (typeof reportPeriods)[number]['key'] } | { key: 'custom'; from: string; to: string };

export type PeriodKey = Period['key'];
export const periodKeys: readonly PeriodKey[] = [...reportPeriods.map(({ key }) => key), 'custom'];

/** Reads the period out of the URL's search; a month when there is none. @param timeZone of the kitchen */
export function readPeriod(search: Readonly<Record<string, unknown>>, now_ms: number, timeZone: string): Period {
  const { period, from, to } = search;
  if (period === 'custom') {
    return { key: 'custom', from: dayOr(from, now_ms - 7 * day_ms, timeZone), to: dayOr(to, now_ms, timeZone) };
  }
  return { key: reportPeriods.find(({ key }) => key === period)?.key ?? 'month' };
}

const dayOr = (value: unknown, otherwise_ms: number, timeZone: string): string =>
  typeof value === 'string' && isLocalMinute(`${value}T00:00`)
    ? value
    : localMinute(otherwise_ms, timeZone).slice(0, 10);

/** What is wrong with days of one's own: the last is before the first, or they are further apart than the portal tells of. */
export type PeriodFault = 'reversed' | 'tooLong';

/**
 * The stretch of time a period means, in epoch ms, `to` excluded. A month is a calendar month back; days of one's own begin and end
 * at the kitchen's midnight.
 */
export function stretchOf(
  period: Period,
  now_ms: number,
  timeZone: string,
): { from: number; to: number; fault?: PeriodFault } {
  if (period.key === 'custom') {
    const from = instantOf(`${period.from}T00:00`, timeZone);
    const to = instantOf(`${period.to}T23:59`, timeZone) + minute_ms;
    if (to <= from) return { from, to, fault: 'reversed' };
    return to - from > range_max_days * day_ms ? { from, to, fault: 'tooLong' } : { from, to };
  }
  const row = reportPeriods.find(({ key }) => key === period.key) ?? reportPeriods[0];
  const from = new Date(now_ms);
  if (row.unit === 'month') from.setMonth(from.getMonth() - row.count);
  else from.setDate(from.getDate() - row.count * (row.unit === 'week' ? 7 : 1));
  return { from: from.getTime(), to: now_ms };
}

/** A verdict as it stands, or why there is none yet. */
export type VerdictState = NonNullable<BatchSummary['verdict']> | 'running' | 'waiting' | 'removed';

export const verdictStateOf = ({
  verdict,
  endedAt,
  removedAt,
}: Pick<BatchSummary, 'verdict' | 'endedAt' | 'removedAt'>): VerdictState =>
  verdict ?? (removedAt !== undefined ? 'removed' : endedAt === null ? 'running' : 'waiting');
