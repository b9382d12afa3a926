import type { UserInfo } from '@brina/contract/calls/people/account';
import { pathOf } from '@brina/contract/screens';
import { membershipRoles } from '@brina/domain/people/roles';
import { Button } from '@mantine/core';
import { IconLock, IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/use-user.ts';
import { accessMessages } from './access.messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages, accessMessages];

/** The role may not open what was asked for (S2.12, S8.13), or has nothing to act for yet (S2.6). */
export function AccessScreen() {
  const { t } = useMessages(errorScreenMessages);
  const user = useUser();
  if (user && actsForNobody(user)) return <NobodyToActFor memberships={user.memberships} />;
  return (
    <MessagePage icon={IconLock} title={t('accessTitle')} detail={t('accessDetail')}>
      <Button component={Link} to={pathOf('dashboard')}>
        {t('toDashboard')}
      </Button>
    </MessagePage>
  );
}

/** Invited people work within a membership only; a session of theirs without one still has the account's role. */
const actsForNobody = ({ role }: UserInfo): boolean => membershipRoles.some((invited) => invited === role);

/** Says what an invited person lacks: an invitation to accept, a company to choose, or anybody who invites. */
function NobodyToActFor({ memberships }: Pick<UserInfo, 'memberships'>) {
  const { t } = useMessages(accessMessages);
  const pending = memberships.find(({ state }) => state === 'PENDING');
  const accepted = memberships.some(({ state }) => state === 'ACCEPTED');
  const toAccount = (label: string, variant: 'filled' | 'default' = 'filled') => (
    <Button component={Link} to={pathOf('account')} variant={variant}>
      {label}
    </Button>
  );
  if (pending) {
    return (
      <MessagePage
        icon={IconMailOpened}
        title={t('pendingTitle')}
        detail={t('pendingDetail', { company: pending.company })}
      >
        {toAccount(t('toInvitation'))}
      </MessagePage>
    );
  }
  if (accepted) {
    return (
      <MessagePage icon={IconLock} title={t('chooseTitle')} detail={t('chooseDetail')}>
        {toAccount(t('toAccount'))}
      </MessagePage>
    );
  }
  return (
    <MessagePage icon={IconLock} title={t('noneTitle')} detail={t('noneDetail')}>
      {toAccount(t('toAccount'), 'default')}
    </MessagePage>
  );
}
