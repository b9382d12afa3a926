import { listManual, manualPage_rows } from '@brina/contract/calls/record/manual';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';

/**
 * Coolings without an appliance of what the book is narrowed to, those that go on first, with how many there are. Narrowed to units, or to
 * what only other records have, the book shows none. @param pages of how many
 */
export function useManual(pages = 1) {
  const { labId, day, from, to, month, serialNumber, needs, kind, verdict, product, lot } = useSearchTexts();
  const ofBatches = verdicts.find((one) => one === verdict);
  const isElsewhere = [serialNumber, needs, kind, verdict && !ofBatches].some(Boolean);
  const narrowed = {
    ...(labId && { labId }),
    ...spanOf({ day, month, from, to }),
    ...(ofBatches && { verdict: ofBatches }),
    ...(product && { product }),
    ...(lot && { lot }),
  };
  const query = (page: number) => ({
    ...callQuery(listManual, { query: { ...narrowed, page } }),
    enabled: !isElsewhere,
    placeholderData: keepPreviousData,
    refetchInterval: minute_ms,
  });
  const first = useQuery(query(0));
  const others = useQueries({ queries: Array.from({ length: pages - 1 }, (_, nth) => query(nth + 1)) });
  const total = first.data?.total ?? 0;
  if (isElsewhere) return { records: [], isMore: false };
  const records = [first, ...others].flatMap(({ data }) => data?.items ?? []);
  return { records, isMore: total > pages * manualPage_rows };
}

type Asked = Record<'day' | 'month' | 'from' | 'to', string | undefined>;

/** The days that the book is narrowed to. */
function spanOf({ day, month, from, to }: Asked): { from?: string; to?: string } {
  if (day) return { from: day, to: day };
  if (month && /^\d{4}-\d\d$/.test(month)) return { from: `${month}-01`, to: lastDayOf(month) };
  return { ...(from && { from }), ...(to && { to }) };
}

function lastDayOf(month: string): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of, 0)).toISOString().slice(0, 10);
}
