import {
  acceptMembership,
  leaveMembership,
  type Membership,
  switchMembership,
  type UserInfo,
} from '@brina/contract/calls/people/account';
import { roleMessages } from '@brina/domain/people/roles.messages';
import { Button } from '@mantine/core';
import { IconBuilding, IconBuildingCommunity, IconMailOpened } from '@tabler/icons-react';
import { useErrorText, useFailureToast } from '../../../../lib/errors.ts';
import { useMessages } from '../../../../lib/messages.ts';
import { useCall } from '../../../../lib/query.ts';
import { session } from '../../../../lib/session.ts';
import { showToast } from '../../../../lib/toast.ts';
import { ActionRow, RowCard } from '../../../../ui/RowCard.tsx';
import { useConfirm } from '../../../../ui/use-confirm.tsx';
import { accountMessages } from '../account.messages.ts';

/**
 * The companies a person works for: its own, those that invited it, and invitations to answer (S4.19). The session acts for one of
 * them; when that changes, the app begins anew for the other (S6.2).
 */
export function Memberships({ user }: { user: UserInfo }) {
  const { t } = useMessages(accountMessages);
  const answered = user.memberships.filter(({ state }) => state === 'ACCEPTED');
  const pending = user.memberships.filter(({ state }) => state === 'PENDING');
  return (
    <RowCard title={t('memberships')} {...(answered.length > 0 ? { hint: t('membershipsHint') } : {})}>
      {pending.map((membership) => (
        <Invitation key={membership.id} membership={membership} />
      ))}
      {user.ownCompany && <OwnCompany name={user.ownCompany.name} active={user.membership === null} />}
      {answered.map((membership) => (
        <Workplace key={membership.id} membership={membership} active={user.membership?.id === membership.id} />
      ))}
    </RowCard>
  );
}

function Invitation({ membership: { id, company, role } }: { membership: Membership }) {
  const { t } = useMessages(accountMessages);
  const { t: roleName } = useMessages(roleMessages);
  const tellFailure = useFailureToast();
  const { ask, dialog } = useConfirm(useErrorText());
  const accept = useCall(acceptMembership);
  const decline = useCall(leaveMembership);

  const join = async () => {
    try {
      await session.adopt(await accept.send({ params: { id } }));
      showToast({ kind: 'success', text: t('accepted') });
    } catch (cause) {
      tellFailure(cause);
    }
  };
  const askDecline = () =>
    ask({
      title: t('declineTitle'),
      body: t('declineBody', { company }),
      confirm: t('decline'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => session.adopt(await decline.send({ params: { id } })),
    });
  return (
    <ActionRow
      icon={IconMailOpened}
      title={company}
      mark={t('invited')}
      hint={roleName(role)}
      actions={
        <>
          <Button variant="default" aria-label={t('declineOf', { company })} onClick={askDecline}>
            {t('decline')}
          </Button>
          <Button aria-label={t('acceptOf', { company })} loading={accept.isPending} onClick={() => void join()}>
            {t('accept')}
          </Button>
        </>
      }
    >
      {dialog}
    </ActionRow>
  );
}

function OwnCompany({ name, active }: { name: string; active: boolean }) {
  const { t } = useMessages(accountMessages);
  return (
    <ActionRow
      icon={IconBuilding}
      title={name}
      mark={active && t('active')}
      hint={t('ownCompany')}
      actions={!active && <SwitchButton membershipId={null} company={name} />}
    />
  );
}

function Workplace({ membership: { id, company, role }, active }: { membership: Membership; active: boolean }) {
  const { t } = useMessages(accountMessages);
  const { t: roleName } = useMessages(roleMessages);
  const { ask, dialog } = useConfirm(useErrorText());
  const leave = useCall(leaveMembership);
  const askLeave = () =>
    ask({
      title: t('leaveTitle', { company }),
      body: t('leaveBody'),
      confirm: t('leave'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => session.adopt(await leave.send({ params: { id } })),
    });
  return (
    <ActionRow
      icon={IconBuildingCommunity}
      title={company}
      mark={active && t('active')}
      hint={roleName(role)}
      actions={
        <>
          <Button variant="default" aria-label={t('leaveOf', { company })} onClick={askLeave}>
            {t('leave')}
          </Button>
          {!active && <SwitchButton membershipId={id} company={company} />}
        </>
      }
    >
      {dialog}
    </ActionRow>
  );
}

function SwitchButton({ membershipId, company }: { membershipId: string | null; company: string }) {
  const { t } = useMessages(accountMessages);
  const tellFailure = useFailureToast();
  const change = useCall(switchMembership);
  const act = async () => {
    try {
      await session.adopt(await change.send({ body: { membershipId } }));
    } catch (cause) {
      tellFailure(cause);
    }
  };
  return (
    <Button aria-label={t('switchTo', { company })} loading={change.isPending} onClick={() => void act()}>
      {t('switch')}
    </Button>
  );
}
