import { type AuditEntry, filterAudit } from '@brina/contract/calls/maker/factory-users';
import { auditActionCodes, isAuditAction, isAuditedKind } from '@brina/domain/people/audit';
import { TextInput } from '@mantine/core';
import { IconFileSearch } from '@tabler/icons-react';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useServerList } from '../../../../lib/paged-list.ts';
import type { Column } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import { FilteredList } from '../../../../ui/FilteredList.tsx';
import { FilterText } from '../../../../ui/FilterText.tsx';
import { auditMessages } from '../audit.messages.ts';
import { useDetailWords } from '../use-detail-words.ts';
import styles from './AuditLog.module.css';

/** Who changed what, the latest first, in UTC as its days are asked for; for the system administrator (S6.3). */
export function AuditLog({ label }: { label: string }) {
  const { t } = useMessages(auditMessages);
  const format = useFormat();
  const told = useDetailWords();
  const list = useServerList(filterAudit, t('failed'));

  const columns: Column<AuditEntry>[] = [
    {
      key: 'at',
      title: t('at'),
      cell: ({ at }) => <span className={styles.time}>{format.dateTime(at, 'UTC', 'screen', { seconds: true })}</span>,
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
      cell: ({ action }) => (
        <span className={styles.pair}>
          {isAuditAction(action) && <span>{t(action)}</span>}
          <code>{action}</code>
        </span>
      ),
    },
    {
      key: 'on',
      title: t('thing'),
      cell: ({ on, detail }) => (
        <span className={styles.pair}>
          {isAuditedKind(on.kind) && <span>{t(`on.${on.kind}`)}</span>}
          <code>{`${on.kind} ${on.id}`}</code>
          {Object.entries(detail).map(([name, value]) => (
            <small key={name}>{told(name, value)}</small>
          ))}
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
    <FilteredList
      frame={list.frame}
      label={label}
      columns={columns}
      rowKey={({ id }) => id}
      loading={t('loading')}
      filters={
        <>
          <FilterText label={t('user')} maxLength={254} {...list.field('user')} />
          <FilterText label={t('company')} maxLength={254} {...list.field('company')} />
          <FilterChoice
            label={t('action')}
            any={t('anyAction')}
            data={auditActionCodes.map((action) => ({ value: action, label: t(action) }))}
            {...list.field('action')}
          />
          <FilterText
            label={t('thing')}
            placeholder={t('thingHint')}
            maxLength={254}
            spellCheck={false}
            {...list.field('on')}
          />
          <TextInput
            type="date"
            label={t('from')}
            value={list.filters.from ?? ''}
            onChange={(event) => list.field('from').onChange(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('to')}
            value={list.filters.to ?? ''}
            onChange={(event) => list.field('to').onChange(event.currentTarget.value)}
          />
        </>
      }
      empty={
        <EmptyState icon={IconFileSearch} title={t('none')}>
          <p>{t('noneHint')}</p>
        </EmptyState>
      }
    />
  );
}
