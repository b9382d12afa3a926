import {
  inviteAgain,
  listMembers,
  listSharedAppliances,
  type Member,
  removeMember,
  updateMember,
} from '@brina/contract/calls/people/sharing';
import { membershipRoles } from '@brina/domain/people/roles';
import { roleMessages } from '@brina/domain/people/roles.messages';
import type { ReactNode } from 'react';
import { useErrorText, useFailureToast } from '../../../lib/errors.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useToldCall } from '../../../lib/use-told-call.ts';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import { nameOf } from './sharing.data.ts';
import { sharingMessages } from './sharing.messages.ts';

/**
 * What can be done with a user of the company (S6.2, S4.19, S4.20).
 * @param onRemoved called after the user is gone, such as to leave its page
 * @returns the actions, each with its own question where it takes something away; `dialog` is rendered once by the caller
 */
export function useMemberActions(
  member: Member,
  onRemoved?: () => void,
): { changeRole: () => void; sendAgain: () => Promise<void>; remove: () => void; dialog: ReactNode } {
  const { t } = useMessages(sharingMessages);
  const { t: roleName } = useMessages(roleMessages);
  const tellFailure = useFailureToast();
  const { ask, dialog } = useConfirm(useErrorText());
  const name = nameOf(member);
  const refresh = [listMembers, listSharedAppliances];
  const update = useToldCall(updateMember, { refresh, done: t('roleChanged', { name }) });
  const withdraw = useToldCall(removeMember, { refresh, done: t('removed', { name }) });
  const again = useToldCall(inviteAgain, { refresh: [listMembers], done: t('invited', { email: member.email }) });
  const params = { email: member.email };

  // There are two roles: a change is to the other one.
  const role = membershipRoles.find((one) => one !== member.role) ?? member.role;
  const count = member.appliances.length;
  const changeRole = () =>
    ask({
      title: t('changeRoleTitle', { name }),
      body: (
        <>
          <p>
            {t('newRole')}
            <br />
            <strong>{roleName(role)}</strong>
            <br />
            {t(`may.${role}`)}
          </p>
          <p>{count > 0 ? t('roleTakesAll', { n: count }) : t('roleTakesNothing')}</p>
        </>
      ),
      confirm: t('changeRole'),
      cancel: t('cancel'),
      run: () => update.send({ params, body: { role } }),
    });

  const remove = () =>
    ask({
      title: t('removeTitle', { name }),
      body: t('removeBody'),
      confirm: t('remove'),
      cancel: t('cancel'),
      tone: 'danger',
      run: async () => {
        await withdraw.send({ params });
        onRemoved?.();
      },
    });

  const sendAgain = async () => {
    try {
      await again.send({ params });
    } catch (cause) {
      tellFailure(cause);
    }
  };

  return { changeRole, sendAgain, remove, dialog };
}
