import { type FactoryUser, filterUsers } from '@brina/contract/calls/maker/factory-users';
import { pathOf } from '@brina/contract/screens';
import { roles } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCountryNames } from '../../../../lib/country-names.ts';
import { useFormat } from '../../../../lib/format.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useServerList } from '../../../../lib/paged-list.ts';
import type { Column } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { wideFilter } from '../../../../ui/FilterBar.tsx';
import { FilterChoice } from '../../../../ui/FilterChoice.tsx';
import { FilteredList } from '../../../../ui/FilteredList.tsx';
import { FilterText } from '../../../../ui/FilterText.tsx';
import { factoryMessages } from '../factory.messages.ts';

/** Every user of the portal, by serial number, words, role and country, ordered by e-mail (S7.10, S7.41). */
export function UserList() {
  const { t } = useMessages(factoryMessages);
  const { t: roleName } = useMessages(roleMessages);
  const format = useFormat();
  const countries = useCountryNames();
  const list = useServerList(filterUsers, t('usersFailed'));

  const columns: Column<FactoryUser>[] = [
    {
      key: 'email',
      title: t('email'),
      plain: true,
      cell: ({ email, encryptedEmailRole }) => (
        <Link data-row-link to={pathOf('factory-user', { encryptedEmailRole })}>
          {email}
        </Link>
      ),
    },
    { key: 'name', title: t('name'), cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || '–' },
    { key: 'role', title: t('role'), cell: ({ role }) => roleName(role) },
    {
      key: 'company',
      title: t('company'),
      cell: ({ company, memberOf }) => [company, ...memberOf].filter(Boolean).join(', ') || '–',
    },
    { key: 'country', title: t('country'), cell: ({ country }) => countries.nameOf(country) || '–' },
    { key: 'createdAt', title: t('createdAt'), cell: ({ createdAt }) => format.date(createdAt) },
  ];

  return (
    <FilteredList
      frame={list.frame}
      label={t('users')}
      columns={columns}
      rowKey={({ id }) => id}
      loading={t('loadingUsers')}
      filters={
        <>
          <FilterText
            className={wideFilter}
            type="search"
            label={t('search')}
            leftSection={<IconSearch size={20} aria-hidden />}
            maxLength={254}
            {...list.field('freeSearch')}
          />
          <FilterText
            label={t('serialNumber')}
            maxLength={32}
            autoCapitalize="characters"
            spellCheck={false}
            {...list.field('serialNumber')}
          />
          <FilterChoice
            label={t('role')}
            any={t('anyRole')}
            data={roles.map((role) => ({ value: role, label: roleName(role) }))}
            {...list.field('role')}
          />
          <FilterChoice label={t('country')} any={t('anyCountry')} data={countries.all} {...list.field('country')} />
        </>
      }
      empty={
        <EmptyState icon={IconUserSearch} title={t('noUser')}>
          <p>{t('noUserHint')}</p>
        </EmptyState>
      }
    />
  );
}
