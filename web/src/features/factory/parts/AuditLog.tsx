import { type AuditEntry, filterAudit } from '@brina/contract/factory-users';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useFailureWords, useListWords, usePagedList } from '../../../lib/paged-list.ts';
import { callQuery } from '../../../lib/query.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilterBar } from '../../../ui/FilterBar.tsx';
import { FilterText } from '../../../ui/FilterText.tsx';
import { auditActions } from '../audit-actions.ts';
import { auditMessages } from '../audit.messages.ts';
import styles from './AuditLog.module.css';

/** Who changed what, the latest first; for the system administrator (S6.3). */
export function AuditLog({ label }: { label: string }) {
  const { t } = useMessages(auditMessages);
  const format = useFormat();
  const failureWords = useFailureWords();
  const list = usePagedList({
    attributes: ['user', 'company', 'action', 'on', 'from', 'to'],
    orders: ['at'],
    first: { key: 'at', direction: 'desc' },
    nRows: 50,
  });
  const { words, filters, clearFilters, rangeOf } = useListWords();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...callQuery(filterAudit, { body: list.request }),
    placeholderData: keepPreviousData,
  });

  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      title: t('at'),
      sortable: true,
      cell: ({ at }) => (
        <span className={styles.time}>{format.dateTime(at, undefined, 'screen', { seconds: true })}</span>
      ),
    },
    {
      key: 'user',
      title: t('user'),
      cell: ({ user, company }) => (
        <span className={styles.pair}>
          <span>{user || t('nobody')}</span>
          {company && <small>{company}</small>}
        </span>
      ),
    },
    {
      key: 'action',
      title: t('action'),
      cell: ({ action }) => {
        const known = auditActions.find((one) => one === action);
        return (
          <span className={styles.pair}>
            {known && <span>{t(known)}</span>}
            <code>{action}</code>
          </span>
        );
      },
    },
    {
      key: 'on',
      title: t('thing'),
      cell: ({ on, detail }) => (
        <span className={styles.pair}>
          <code>{`${on.kind} ${on.id}`}</code>
          {Object.keys(detail).length > 0 && (
            <small>
              {Object.entries(detail)
                .map(([name, value]) => `${name}: ${value}`)
                .join(', ')}
            </small>
          )}
        </span>
      ),
    },
    {
      key: 'address',
      title: t('address'),
      cell: ({ address }) => <code className={styles.address}>{address || '–'}</code>,
    },
  ];

  return (
    <>
      <FilterBar label={filters} clear={list.filtered ? { label: clearFilters, onClear: list.clearFilters } : null}>
        <FilterText
          label={t('user')}
          maxLength={254}
          value={list.filters.user ?? ''}
          onChange={(user) => list.setFilters({ user })}
        />
        <FilterText
          label={t('company')}
          maxLength={254}
          value={list.filters.company ?? ''}
          onChange={(company) => list.setFilters({ company })}
        />
        <NativeSelect
          label={t('action')}
          value={list.filters.action ?? ''}
          data={[
            { value: '', label: t('anyAction') },
            ...auditActions.map((action) => ({ value: action, label: t(action) })),
          ]}
          onChange={(event) => list.setFilters({ action: event.currentTarget.value })}
        />
        <FilterText
          label={t('thing')}
          placeholder={t('thingHint')}
          maxLength={254}
          spellCheck={false}
          value={list.filters.on ?? ''}
          onChange={(on) => list.setFilters({ on })}
        />
        <TextInput
          type="date"
          label={t('from')}
          value={list.filters.from ?? ''}
          onChange={(event) => list.setFilters({ from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t('to')}
          value={list.filters.to ?? ''}
          onChange={(event) => list.setFilters({ to: event.currentTarget.value })}
        />
      </FilterBar>
      <DataTable
        label={label}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
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
          ) : (
            data?.items.length === 0 && (
              <EmptyState icon={IconFileSearch} title={t('none')}>
                <p>{t('noneHint')}</p>
              </EmptyState>
            )
          )
        }
      />
    </>
  );
}
