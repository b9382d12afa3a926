import type { HoldRecord } from '@brina/contract/calls/record/holding';
import { stateKey } from '@brina/domain/appliance/states';
import { stateMessages } from '@brina/domain/appliance/states.messages';
import { minute_ms } from '@brina/domain/language/durations';
import { useMessages } from '../../../../lib/messages.ts';
import { DataTable } from '../../../../ui/DataTable.tsx';
import { useHoldWords } from '../use-hold-words.ts';

type Part = { record: HoldRecord };

/** A moment of the day, with the date where it lies on another. */
function useMoment({ timeZone, from, to }: HoldRecord): (at: number | null) => string {
  const { t, format } = useHoldWords();
  return (at) => {
    if (at === null) return t('goesOn');
    return at < from || at > to ? format.dateTime(at, timeZone) : format.clock(at, timeZone);
  };
}

/** When the food was beyond its limit, how far and how long. */
export function ExcursionTable({ record }: Part) {
  const { t, word, format, length, degreeMinutes } = useHoldWords();
  const moment = useMoment(record);
  return (
    <DataTable
      label={t('excursions')}
      rows={record.excursions}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(from) },
        { key: 'to', title: t('ended'), cell: ({ to, isOpen }) => moment(isOpen ? null : to) },
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
  const { t, gap, length } = useHoldWords();
  const moment = useMoment(record);
  return (
    <DataTable
      label={t('gaps')}
      rows={record.gaps}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(from) },
        { key: 'length', title: t('lasted'), align: 'end', cell: ({ from, to }) => length((to - from) / minute_ms) },
        { key: 'why', title: t('why'), cell: ({ reason }) => gap(reason) },
        { key: 'bounded', title: t('bounded'), cell: ({ isBounded }) => t(isBounded ? 'yes' : 'no') },
      ]}
    />
  );
}

/** When the zone defrosted, which warms the air and hardly the food. */
export function DefrostTable({ record }: Part) {
  const { t, length } = useHoldWords();
  const { t: state } = useMessages(stateMessages);
  const moment = useMoment(record);
  const endOf = (code: number | null): string => {
    const key = code === null ? undefined : stateKey('lastDefrostEnd', code);
    return key ? state(key) : '–';
  };
  return (
    <DataTable
      label={t('defrosts')}
      rows={record.defrosts}
      rowKey={({ from }) => String(from)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ from }) => moment(from) },
        {
          key: 'length',
          title: t('lasted'),
          align: 'end',
          cell: ({ from, to }) => (to === null ? '–' : length((to - from) / minute_ms)),
        },
        { key: 'how', title: t('how'), cell: ({ end }) => endOf(end) },
      ]}
    />
  );
}

/** What was set, and since when. */
export function SettingTable({ record }: Part) {
  const { t, word, format } = useHoldWords();
  const moment = useMoment(record);
  return (
    <DataTable
      label={t('settings')}
      rows={record.settings}
      rowKey={({ at }) => String(at)}
      columns={[
        { key: 'from', title: t('began'), cell: ({ at }) => moment(at) },
        { key: 'held', title: t('held'), cell: ({ holding }) => word(`kind.${holding}`) },
        { key: 'set', title: t('set'), align: 'end', cell: ({ set }) => format.temperature(set) },
      ]}
    />
  );
}
