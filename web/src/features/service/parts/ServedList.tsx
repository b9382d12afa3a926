import { filterServed, type ServedAppliance } from '@brina/contract/service';
import { displayModel, storedNames } from '@brina/domain/families/families';
import { familyMessages } from '@brina/domain/families/families.messages';
import { gammas } from '@brina/domain/families/family';
import { Button, NativeSelect } from '@mantine/core';
import { IconCircleCheck, IconSearch, IconSearchOff, IconStethoscope, IconTools } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../lib/format.ts';
import { useNow } from '../../../lib/clock.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useFailureWords, useListWords, usePagedList } from '../../../lib/paged-list.ts';
import { callQuery } from '../../../lib/query.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar, wideFilter } from '../../../ui/FilterBar.tsx';
import { FilterText } from '../../../ui/FilterText.tsx';
import { FilterSelect } from '../../../ui/FilterSelect.tsx';
import { serviceMessages } from '../service.messages.ts';
import { CustomerContact, KitchenAddress } from './Contact.tsx';
import { Notices } from './Notices.tsx';
import styles from './ServedList.module.css';

/** The list is asked for again this often: a service partner waits for what comes up. */
const refetch_ms = 60_000;

/** Appliances that a partner serves, those with notices first, with whom to call and where to go (S2.31, S6.9). */
export function ServedList() {
  const { t } = useMessages(serviceMessages);
  const { t: category } = useMessages(familyMessages);
  const failureWords = useFailureWords();
  const columns = useColumns();
  const list = usePagedList({
    attributes: ['freeSearch', 'customer', 'notices', 'gamma', 'modelName', 'online'],
    orders: ['notices', 'serialNumber', 'customer', 'lastSeenAt'],
    first: { key: 'notices', direction: 'asc' },
    nRows: 20,
  });
  const { words, filters, clearFilters, rangeOf } = useListWords();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...callQuery(filterServed, { body: list.request }),
    placeholderData: keepPreviousData,
    refetchInterval: refetch_ms,
  });
  const empty = emptyWords(list.filters);

  return (
    <>
      <FilterBar label={filters} clear={list.filtered ? { label: clearFilters, onClear: list.clearFilters } : null}>
        <FilterText
          className={wideFilter}
          type="search"
          label={t('search')}
          leftSection={<IconSearch size={20} aria-hidden />}
          maxLength={254}
          value={list.filters.freeSearch ?? ''}
          onChange={(freeSearch) => list.setFilters({ freeSearch })}
        />
        <FilterText
          label={t('customer')}
          maxLength={254}
          value={list.filters.customer ?? ''}
          onChange={(customer) => list.setFilters({ customer })}
        />
        <NativeSelect
          label={t('notices')}
          value={list.filters.notices ?? ''}
          data={[
            { value: '', label: t('all') },
            { value: 'true', label: t('withNotices') },
            { value: 'false', label: t('withoutNotices') },
          ]}
          onChange={(event) => list.setFilters({ notices: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('category')}
          value={list.filters.gamma ?? ''}
          data={[{ value: '', label: t('anyCategory') }, ...gammas.map((value) => ({ value, label: category(value) }))]}
          onChange={(event) => list.setFilters({ gamma: event.currentTarget.value })}
        />
        <FilterSelect
          label={t('model')}
          placeholder={t('anyModel')}
          nothingFound={t('noModel')}
          clearable
          data={storedNames.map((value) => ({ value, label: displayModel(value) }))}
          value={list.filters.modelName ?? null}
          onChange={(modelName) => list.setFilters({ modelName: modelName ?? '' })}
        />
        <NativeSelect
          label={t('connection')}
          value={list.filters.online ?? ''}
          data={[
            { value: '', label: t('anyConnection') },
            { value: 'true', label: t('online') },
            { value: 'false', label: t('offline') },
          ]}
          onChange={(event) => list.setFilters({ online: event.currentTarget.value })}
        />
      </FilterBar>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ serialNumber }) => serialNumber}
        loading={data || error ? undefined : t('loading')}
        stale={isPlaceholderData}
        words={words}
        ordering={{ order: list.order, onOrder: list.setOrder }}
        paging={
          data && {
            page: list.page,
            pages: Math.ceil(data.total / list.nRows),
            range: rangeOf(list.page, list.nRows, data.total),
            onPage: list.setPage,
          }
        }
        instead={
          error && !data ? (
            <ErrorState {...failureWords(t('failed'), error)} onRetry={() => void refetch()} />
          ) : data?.items.length === 0 ? (
            <EmptyState icon={empty.icon} title={t(empty.title)}>
              <p>{t(empty.hint)}</p>
            </EmptyState>
          ) : null
        }
      />
    </>
  );
}

/** Why the list is empty: nothing was ever shared, nothing is wrong, or the filters are too narrow. */
function emptyWords(filters: Partial<Record<string, string>>) {
  const chosen = Object.keys(filters);
  if (chosen.length === 0) return { icon: IconTools, title: 'none', hint: 'noneHint' } as const;
  if (chosen.length === 1 && filters.notices === 'true')
    return { icon: IconCircleCheck, title: 'allWell', hint: 'allWellHint' } as const;
  return { icon: IconSearchOff, title: 'noMatch', hint: 'noMatchHint' } as const;
}

function useColumns(): Column<ServedAppliance>[] {
  const { t } = useMessages(serviceMessages);
  const format = useFormat();
  const moment = useNow(60_000);
  return [
    {
      key: 'serialNumber',
      title: t('appliance'),
      sortable: true,
      plain: true,
      cell: ({ serialNumber, name, model, by }) => (
        <span className={styles.appliance}>
          <Link data-row-link to="/appliance/$serialNumber" params={{ serialNumber }}>
            {name || displayModel(model)}
          </Link>
          {name !== '' && <span>{displayModel(model)}</span>}
          <small>{serialNumber}</small>
          {by === 'FACTORY' && <small>{t('byFactory')}</small>}
        </span>
      ),
    },
    {
      key: 'notices',
      title: t('wrong'),
      sortable: true,
      plain: true,
      cell: (appliance) => <Notices appliance={appliance} />,
    },
    { key: 'where', title: t('where'), plain: true, cell: (appliance) => <KitchenAddress {...appliance} /> },
    {
      key: 'customer',
      title: t('customer'),
      sortable: true,
      plain: true,
      cell: (appliance) => <CustomerContact {...appliance} />,
    },
    {
      key: 'lastSeenAt',
      title: t('lastSeen'),
      sortable: true,
      cell: ({ online, lastSeenAt }) =>
        online ? t('online') : lastSeenAt === null ? t('never') : format.ago(moment - lastSeenAt),
    },
    {
      key: 'diagnosis',
      title: t('diagnosis'),
      plain: true,
      cell: ({ serialNumber }) => (
        <Button
          className={styles.sheet}
          variant="default"
          leftSection={<IconStethoscope size={18} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/service" search={{ diagnosis: serialNumber }} />}
        >
          {t('diagnosis')}
        </Button>
      ),
    },
  ];
}
