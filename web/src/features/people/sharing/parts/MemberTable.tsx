import type { Member } from '@brina/contract/calls/people/sharing';
import { pathOf } from '@brina/contract/screens';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../../../lib/messages.ts';
import { type Column, DataTable } from '../../../../ui/DataTable.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { nameOf } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';
import { MemberMenuButton } from './MemberMenuButton.tsx';
import { MemberState } from './MemberState.tsx';
import styles from './MemberTable.module.css';

/** The company's users, each a way to its own page. @param total how many appliances the company has */
export function MemberTable(props: { members: readonly Member[]; total: number; onInvite: () => void }) {
  const { members, total, onInvite } = props;
  const { t } = useMessages(sharingMessages);
  const { t: roleName } = useMessages(roleMessages);

  const columns: Column<Member>[] = [
    {
      key: 'name',
      title: t('name'),
      plain: true,
      cell: (member) => (
        <span className={styles.name}>
          <Link data-row-link to={pathOf('admin-user', { email: member.email })}>
            {nameOf(member)}
          </Link>
          {member.self && <span className={styles.self}>{t('you')}</span>}
        </span>
      ),
    },
    { key: 'email', title: t('email'), cell: ({ email }) => <span className={styles.email}>{email}</span> },
    { key: 'role', title: t('role'), cell: ({ role }) => roleName(role) },
    { key: 'state', title: t('state'), cell: (member) => <MemberState member={member} /> },
    {
      key: 'shared',
      title: t('shared'),
      align: 'end',
      cell: ({ appliances }) => t('sharedOf', { n: appliances.length, total }),
    },
    { key: 'menu', title: '', plain: true, align: 'end', cell: (member) => <MemberMenuButton member={member} /> },
  ];
  return (
    <DataTable
      label={t('users')}
      columns={columns}
      rows={members}
      rowKey={({ email }) => email}
      instead={
        members.length === 0 && (
          <EmptyState
            icon={IconUsersPlus}
            title={t('emptyTitle')}
            action={<Button onClick={onInvite}>{t('invite')}</Button>}
          >
            <p>{t('emptyHint')}</p>
          </EmptyState>
        )
      }
    />
  );
}
