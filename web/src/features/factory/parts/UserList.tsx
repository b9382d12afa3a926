import { type FactoryUser, filterUsers } from '@brina/contract/factory-users';
import { roles } from '@brina/domain/roles';
import { roleMessages } from '@brina/domain/roles.messages';
import { NativeSelect } from '@mantine/core';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCountryNames } from '../../../lib/country-names.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useFailureWords, useListWords, usePagedList } from '../../../lib/paged-list.ts';
import { callQuery } from '../../../lib/query.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar, wideFilter } from '../../../ui/FilterBar.tsx';
import { FilterText } from '../../../ui/FilterText.tsx';
import { factoryMessages } from '../factory.messages.ts';

/** Every user of the portal, by serial number, words, role and country, ordered by e-mail (S7.10, S7.41). */
export function UserList() {
  const { t } = useMessages(factoryMessages);
  const { t: roleName } = useMessages(roleMessages);
  const format = useFormat();
  const countries = useCountryNames();
  const failureWords = useFailureWords();
  const list = usePagedList({
    attributes: ['freeSearch', 'serialNumber', 'role', 'country'],
    orders: ['email', 'role', 'country', 'createdAt'],
    first: { key: 'email', direction: 'asc' },
    nRows: 20,
  });
  const { words, filters, clearFilters, rangeOf } = useListWords();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...callQuery(filterUsers, { body: list.request }),
    placeholderData: keepPreviousData,
  });

  const columns: Column<FactoryUser>[] = [
    {
      key: 'email',
      title: t('email'),
      sortable: true,
      plain: true,
      cell: ({ email, encryptedEmailRole }) => (
        <Link data-row-link to="/factory/user/$encryptedEmailRole" params={{ encryptedEmailRole }}>
          {email}
        </Link>
      ),
    },
    { key: 'name', title: t('name'), cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || '–' },
    { key: 'role', title: t('role'), sortable: true, cell: ({ role }) => roleName(role) },
    { key: 'company', title: t('company'), cell: ({ company }) => company || '–' },
    { key: 'country', title: t('country'), sortable: true, cell: ({ country }) => countries.nameOf(country) || '–' },
    { key: 'createdAt', title: t('createdAt'), sortable: true, cell: ({ createdAt }) => format.date(createdAt) },
  ];

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
          label={t('serialNumber')}
          maxLength={32}
          autoCapitalize="characters"
          spellCheck={false}
          value={list.filters.serialNumber ?? ''}
          onChange={(serialNumber) => list.setFilters({ serialNumber })}
        />
        <NativeSelect
          label={t('role')}
          value={list.filters.role ?? ''}
          data={[{ value: '', label: t('anyRole') }, ...roles.map((role) => ({ value: role, label: roleName(role) }))]}
          onChange={(event) => list.setFilters({ role: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('country')}
          value={list.filters.country ?? ''}
          data={[{ value: '', label: t('anyCountry') }, ...countries.all]}
          onChange={(event) => list.setFilters({ country: event.currentTarget.value })}
        />
      </FilterBar>
      <DataTable
        label={t('users')}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        loading={data || error ? undefined : t('loadingUsers')}
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
            <ErrorState {...failureWords(t('usersFailed'), error)} onRetry={() => void refetch()} />
          ) : (
            data?.items.length === 0 && (
              <EmptyState icon={IconUserSearch} title={t('noUser')}>
                <p>{t('noUserHint')}</p>
              </EmptyState>
            )
          )
        }
      />
    </>
  );
}
