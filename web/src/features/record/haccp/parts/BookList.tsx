import { listLaboratories } from '@brina/contract/calls/kitchen/laboratories';
import { type BookRecord, filterRecords } from '@brina/contract/calls/record/book';
import { pathOf } from '@brina/contract/screens';
import { displayModel } from '@brina/domain/appliance/families/families';
import { holdVerdicts } from '@brina/domain/haccp/holding/day';
import { holdingMessages } from '@brina/domain/haccp/holding/holding.messages';
import { ruleMessages } from '@brina/domain/haccp/rules.messages';
import { verdicts } from '@brina/domain/haccp/verdicts';
import { minute_ms } from '@brina/domain/language/durations';
import { Checkbox } from '@mantine/core';
import { IconFileSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useApplianceSerials, useAppliances } from '../../../../lib/appliances.ts';
import { comesLater } from '../../../../lib/comes-later.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useServerList } from '../../../../lib/paged-list.ts';
import { callQuery } from '../../../../lib/query.ts';
import type { Column } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import { FilteredList } from '../../../../ui/FilteredList.tsx';
import { FilterText } from '../../../../ui/FilterText.tsx';
import { bookMessages } from '../book.messages.ts';
import { useBatchName } from '../use-batch-name.ts';
import { useMinutesBeside } from '../use-minutes-beside.ts';
import styles from './Book.module.css';
import { BookBadge } from './BookBadge.tsx';

// Few who look at the book take records out of it.
const ChosenRecords = comesLater(async () => {
  const [{ ChosenRecords: Part }, { chosenMessages }, { signMessages }] = await Promise.all([
    import('./ChosenRecords.tsx'),
    import('../chosen.messages.ts'),
    import('../../signatures/sign.messages.ts'),
  ]);
  return { Part, messages: [chosenMessages, signMessages] };
});

/** What ended, or was judged, stands in the list so soon. */
const refetch_ms = minute_ms;

/** All records, the latest first, with what narrows them. */
export function BookList() {
  const { t } = useMessages(bookMessages);
  const list = useServerList(filterRecords, t('failed'), refetch_ms);
  // As they were looked at: what was listed is what is signed.
  const [chosen, setChosen] = useState<ReadonlyMap<string, BookRecord>>(new Map());
  const columns = useColumns();
  const choose = (record: BookRecord, isChosen: boolean) => {
    const next = new Map(chosen);
    if (isChosen) next.set(record.id, record);
    else next.delete(record.id);
    setChosen(next);
  };
  const choiceColumn: Column<BookRecord> = {
    key: 'choice',
    title: t('choose'),
    plain: true,
    cell: (one) => <Choice of={one} isChosen={chosen.has(one.id)} onChoose={(isChosen) => choose(one, isChosen)} />,
  };
  return (
    <>
      <FilteredList
        frame={list.frame}
        label={t('title')}
        columns={[choiceColumn, ...columns]}
        rowKey={({ id }) => id}
        loading={t('loading')}
        filters={<BookFilters list={list} />}
        empty={
          <EmptyState
            icon={list.filtered ? IconSearchOff : IconFileSearch}
            title={t(list.filtered ? 'noMatch' : 'none')}
          >
            <p>{t(list.filtered ? 'noMatchHint' : 'noneHint')}</p>
          </EmptyState>
        }
      />
      {chosen.size > 0 && (
        <Suspense>
          <ChosenRecords chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />
        </Suspense>
      )}
    </>
  );
}

/** The box that puts a record into a file, or under a signature, once it is judged. */
function Choice(props: { of: BookRecord; isChosen: boolean; onChoose: (isChosen: boolean) => void }) {
  const { of, isChosen, onChoose } = props;
  const { t } = useMessages(bookMessages);
  const format = useFormat();
  if (of.verdict === null) return null;
  const name = of.name || displayModel(of.model);
  return (
    <Checkbox
      className={styles.choice ?? ''}
      size="md"
      aria-label={t('chooseOf', { name, time: format.dateTime(of.startedAt, of.timeZone) })}
      checked={isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  );
}

type List = Pick<
  ReturnType<typeof useServerList<(typeof filterRecords.list.attributes)[number], 'startedAt', BookRecord>>,
  'field'
>;

function BookFilters({ list: { field } }: { list: List }) {
  const { t } = useMessages(bookMessages);
  const { t: rule } = useMessages(ruleMessages);
  const { t: hold } = useMessages(holdingMessages);
  const { data: kitchens = [] } = useQuery(callQuery(listLaboratories, {}));
  const ofHolding = holdVerdicts.filter((one) => one !== 'NOT_PROVEN');
  return (
    <>
      <FilterChoice
        label={t('needsYou')}
        any={t('any')}
        data={[{ value: 'true', label: t('needsSomebody') }]}
        {...field('needs')}
      />
      {kitchens.length > 1 && (
        <FilterChoice
          label={t('kitchen')}
          any={t('any')}
          data={kitchens.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('labId')}
        />
      )}
      <UnitFilter labId={field('labId').value} {...field('serialNumber')} />
      <FilterChoice
        label={t('kind')}
        any={t('any')}
        data={[
          { value: 'batch', label: t('batch') },
          { value: 'day', label: t('holding') },
        ]}
        {...field('kind')}
      />
      <FilterChoice
        label={t('verdict')}
        any={t('any')}
        data={[
          ...verdicts.map((value) => ({ value, label: rule(`verdict.${value}`) })),
          ...ofHolding.map((value) => ({ value, label: hold(`verdict.${value}`) })),
        ]}
        {...field('verdict')}
      />
      <FilterText label={t('product')} maxLength={80} {...field('product')} />
      <FilterText label={t('lot')} maxLength={80} {...field('lot')} />
    </>
  );
}

/** The units of the kitchen that is chosen, or of all; one that is gone since stays named by its serial number while it is chosen. */
function UnitFilter(props: { labId: string; value: string; onChange: (value: string) => void }) {
  const { labId, ...field } = props;
  const { t } = useMessages(bookMessages);
  useApplianceSerials();
  const units = useAppliances((appliances) =>
    appliances
      .filter(({ lab }) => labId === '' || lab?.id === labId)
      .map(({ serialNumber, name, model }) => ({ value: serialNumber, label: name || displayModel(model) })),
  );
  const isGone = field.value !== '' && units.every(({ value }) => value !== field.value);
  if (units.length < 2 && field.value === '') return null;
  return (
    <FilterChoice
      label={t('appliance')}
      any={t('any')}
      data={[...units, ...(isGone ? [field.value] : []).map((value) => ({ value, label: value }))]}
      {...field}
    />
  );
}

function useColumns(): Column<BookRecord>[] {
  const { t } = useMessages(bookMessages);
  const nameOf = useBatchName();
  const format = useFormat();
  const minutes = useMinutesBeside();
  return [
    { key: 'verdict', title: t('verdict'), plain: true, cell: (one) => <BookBadge of={one} /> },
    {
      key: 'startedAt',
      title: t('startedAt'),
      cell: (one) => {
        const shown = one.day ? format.date(one.startedAt, one.timeZone) : format.dateTime(one.startedAt, one.timeZone);
        return one.verdict === null ? shown : <RecordLink of={one}>{shown}</RecordLink>;
      },
    },
    {
      key: 'appliance',
      title: t('appliance'),
      cell: ({ name, model, laboratory }) => (
        <span className={styles.unit}>
          {name || displayModel(model)}
          {laboratory && <small>{laboratory}</small>}
        </span>
      ),
    },
    {
      key: 'what',
      title: t('what'),
      cell: ({ batch, model }) => (batch ? nameOf(model, batch) : t('holding')),
    },
    {
      key: 'product',
      title: t('product'),
      cell: ({ batch }) => [batch?.product, batch?.lot].filter(Boolean).join(', ') || '–',
    },
    {
      key: 'result',
      title: t('result'),
      align: 'end',
      cell: ({ batch, day }) => {
        if (day) return day.max === null ? '–' : t('warmest', { temperature: format.temperature(day.max) });
        if (batch?.minutes == null || batch.limit_min === null) return '–';
        return `${minutes(batch.minutes, batch.limit_min)} / ${format.quantity(batch.limit_min, 'min')}`;
      },
    },
  ];
}

/** The way to a record of the book. */
function RecordLink({ of: { id, serialNumber, day }, children }: { of: BookRecord; children: string }) {
  const search = day ? { day: day.day, ...(day.zone === 2 && { zone: 'lower' }) } : { batch: id };
  return (
    <Link data-row-link to={pathOf('haccp-reports', { serialNumber })} search={search}>
      {children}
    </Link>
  );
}
