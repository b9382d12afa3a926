/** Periods of the HACCP list, and the verdicts as tones. */
import type { BatchSummary } from '@brina/contract/calls/record/haccp';
import { reportPeriods } from '@brina/domain/constants';
import { day_ms } from '@brina/domain/language/durations';

/** A period as it stands in the URL: one of the fixed ones, or days of one's own (`2026-03-05`, both included). */
export type Period = { key: (typeof reportPeriods)[number]['key'] } | { key: 'custom'; from: string; to: string };

export type PeriodKey = Period['key'];
export const periodKeys: readonly PeriodKey[] = [...reportPeriods.map(({ key }) => key), 'custom'];

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** Reads the period out of the URL's search; a month when there is none. */
export function readPeriod(search: Readonly<Record<string, unknown>>, now_ms: number): Period {
  const { period, from, to } = search;
  if (period === 'custom') {
    return { key: 'custom', from: dayOr(from, now_ms - 7 * day_ms), to: dayOr(to, now_ms) };
  }
  return { key: reportPeriods.find(({ key }) => key === period)?.key ?? 'month' };
}

const dayOr = (value: unknown, otherwise_ms: number): string =>
  typeof value === 'string' && isoDay.test(value) ? value : new Date(otherwise_ms).toISOString().slice(0, 10);

/**
 * The stretch of time a period means, in epoch ms. A month is a calendar month back; days of one's own begin and end at
 * midnight of the reader's machine.
 */
export function stretchOf(period: Period, now_ms: number): { from: number; to: number } {
  if (period.key === 'custom') {
    return { from: new Date(`${period.from}T00:00`).getTime(), to: new Date(`${period.to}T00:00`).getTime() + day_ms };
  }
  const row = reportPeriods.find(({ key }) => key === period.key) ?? reportPeriods[0];
  const from = new Date(now_ms);
  if (row.unit === 'month') from.setMonth(from.getMonth() - row.count);
  else from.setDate(from.getDate() - row.count * (row.unit === 'week' ? 7 : 1));
  return { from: from.getTime(), to: now_ms };
}

/** A verdict as it stands, or why there is none yet. */
export type VerdictState = NonNullable<BatchSummary['verdict']> | 'running' | 'waiting';

export const verdictStateOf = ({ verdict, endedAt }: Pick<BatchSummary, 'verdict' | 'endedAt'>): VerdictState =>
  verdict ?? (endedAt === null ? 'running' : 'waiting');
