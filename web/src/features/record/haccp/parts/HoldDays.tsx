import { type HoldDaySummary, listHoldDays } from '@brina/contract/calls/record/holding';
import { recordMessages } from '@brina/contract/words/record.messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useZoned } from '../../../../appliance/use-zoned.ts';
import { useAppliance } from '../../../../lib/appliances.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { callQuery } from '../../../../lib/query.ts';
import { type Column, DataTable } from '../../../../ui/DataTable.tsx';
import styles from '../HaccpListScreen.module.css';
import { useHoldWords } from '../use-hold-words.ts';
import { DayLook } from './DayLook.tsx';
import { HoldBadge } from './HoldBadge.tsx';

/** The days of what an appliance held in a time; nothing is asked for while the time is none. */
export const useHoldDays = (serialNumber: string, { from, to }: { from: number; to: number }, enabled: boolean) =>
  useQuery({
    ...callQuery(listHoldDays, { params: { serial: serialNumber }, query: { from, to } }),
    placeholderData: keepPreviousData,
    enabled,
  });

/** Days with their verdict, how warm the food was, how long it was beyond its limit, and who has looked. */
export function HoldDays(props: { serialNumber: string; days: readonly HoldDaySummary[]; isAlone: boolean }) {
  const { serialNumber, days, isAlone } = props;
  const { t } = useHoldWords();
  const columns = useColumns(serialNumber);
  return (
    <section className={isAlone ? undefined : styles.days}>
      {!isAlone && <h2>{t('days')}</h2>}
      <DataTable label={t('days')} columns={columns} rows={days} rowKey={({ from, zone }) => `${from} ${zone}`} />
    </section>
  );
}

function useColumns(serialNumber: string): Column<HoldDaySummary>[] {
  const { t: of } = useMessages(recordMessages);
  const { t, format, dayOf, heldAs, range, length, degreeMinutes } = useHoldWords();
  const { data: appliance } = useAppliance(serialNumber);
  const zoned = useZoned({ model: appliance?.model ?? '' });
  return [
    {
      key: 'day',
      title: t('day'),
      cell: (one) => (
        <Link
          className={styles.link}
          to="."
          search={(now: Record<string, unknown>) => ({
            ...now,
            day: one.day,
            ...(one.zone === 2 && { zone: 'lower' }),
          })}
        >
          {zoned(dayOf(one), one.zone === 2 ? 2 : 1)}
        </Link>
      ),
    },
    { key: 'verdict', title: of('verdict'), cell: ({ verdict }) => <HoldBadge verdict={verdict} /> },
    { key: 'held', title: t('held'), cell: heldAs },
    { key: 'food', title: t('foodRange'), cell: range },
    { key: 'above', title: t('above'), align: 'end', cell: ({ minutes }) => length(minutes.above) },
    { key: 'degree', title: t('degreeMinutes'), align: 'end', cell: ({ degree_min }) => degreeMinutes(degree_min) },
    { key: 'known', title: t('known'), align: 'end', cell: ({ coverage }) => format.percent(coverage, 1) },
    { key: 'look', title: t('look'), cell: (one) => <DayLook of={one} /> },
  ];
}
