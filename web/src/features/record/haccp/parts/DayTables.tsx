import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { minute_ms } from '@brina/domain/language/durations';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { useHoldWords } from '../use-hold-words.ts';

type Part = { record: HoldRecord };

/** When the food was beyond its limit, how far and how long. */
export function ExcursionTable({ record }: Part) {
  const { t, word, format, length, degreeMinutes, moment } = useHoldWords();
  return (
    <DataTable
      label={t('excursions')}
      rows={record.excursions}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(record, from) },
        { key: 'to', title: t('ended'), cell: ({ to, isOpen }) => moment(record, isOpen ? null : to) },
        { key: 'kind', title: t('held'), cell: ({ kind }) => word(`kind.${kind}`) },
        { key: 'minutes', title: t('lasted'), align: 'end', cell: ({ minutes }) => length(minutes) },
        { key: 'worst', title: t('worst'), align: 'end', cell: ({ extreme }) => format.temperature(extreme) },
        {
          key: 'degree',
          title: t('degreeMinutes'),
          align: 'end',
          cell: ({ degree_min }) => degreeMinutes(degree_min),
        },
        {
          key: 'tolerated',
          title: t('tolerated'),
          cell: ({ isBeyondGrace }) => t(isBeyondGrace ? 'tooLong' : 'yes'),
        },
      ]}
    />
  );
}

/** When nothing was known of the food, why, and whether the limit was kept despite it. */
export function GapTable({ record }: Part) {
  const { t, gap, length, moment } = useHoldWords();
  return (
    <DataTable
      label={t('gaps')}
      rows={record.gaps}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(record, from) },
        { key: 'length', title: t('lasted'), align: 'end', cell: ({ from, to }) => length((to - from) / minute_ms) },
        { key: 'why', title: t('why'), cell: ({ reason }) => gap(reason) },
        { key: 'bounded', title: t('bounded'), cell: ({ isBounded }) => t(isBounded ? 'yes' : 'no') },
      ]}
    />
  );
}

/** When the zone defrosted, which warms the air and hardly the food. */
export function DefrostTable({ record }: Part) {
  const { t, length, moment, defrostEnd } = useHoldWords();
  return (
    <DataTable
      label={t('defrosts')}
      rows={record.defrosts}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(record, from) },
        {
          key: 'length',
          title: t('lasted'),
          align: 'end',
          cell: ({ from, to }) => (to === null ? '–' : length((to - from) / minute_ms)),
        },
        { key: 'how', title: t('how'), cell: ({ end }) => defrostEnd(end) },
      ]}
    />
  );
}

/** What was set, and since when. */
export function SettingTable({ record }: Part) {
  const { t, word, format, moment } = useHoldWords();
  return (
    <DataTable
      label={t('settings')}
      rows={record.settings}
      rowKey={({ at }) => String(at)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ at }) => moment(record, at) },
        { key: 'held', title: t('held'), cell: ({ holding }) => word(`kind.${holding}`) },
        { key: 'set', title: t('set'), align: 'end', cell: ({ set }) => format.temperature(set) },
      ]}
    />
  );
}
