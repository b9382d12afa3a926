import { listMissing, type MissingRecord } from '@brina/contract/calls/record/missing';
import { minute_ms } from '@brina/domain/language/durations';
import { IconCircleDashed } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/query.ts';
import { useSearchTexts } from '../../../lib/search-texts.ts';

/** What comes late takes away what is missing: it is asked for again after so long. */
const refetch_ms = minute_ms;

/** What the book lacks of the month and the kitchen that it shows; without a month, of the last days. */
export function useMissing(): readonly MissingRecord[] {
  const { labId, month } = useSearchTexts();
  const { data } = useQuery({
    ...callQuery(listMissing, { query: { ...(labId && { labId }), ...(month && { month }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetch_ms,
  });
  return data?.items ?? [];
}

/** The sign of what is missing. */
export const MissingIcon = IconCircleDashed;

/** Days of a kitchen on which something is missing: what can be explained in one go. */
export type MissingDay = { key: string; day: string; items: readonly MissingRecord[] };

/** What is missing by day and kitchen, in the order in which it comes. */
export const missingDays = (items: readonly MissingRecord[]): MissingDay[] =>
  [...new Set(items.map(keyOf))].map((key) => {
    const some = items.filter((one) => keyOf(one) === key);
    return { key, day: some[0]?.day ?? '', items: some };
  });

/** Whether the same is missing of the same unit or kitchen, such as the product of two batches of a day: one explanation holds for both. What is of a moment is like nothing else. */
export const isAlike = (one: MissingRecord, other: MissingRecord): boolean =>
  one.kind === other.kind && one.at === other.at && one.unit?.serialNumber === other.unit?.serialNumber;

const keyOf = ({ day, labId }: MissingRecord): string => `${day} ${labId ?? ''}`;
