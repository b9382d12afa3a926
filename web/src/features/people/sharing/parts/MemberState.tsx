import type { Member } from '@brina/contract/calls/people/sharing';
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { useMessages } from '../../../../lib/messages.ts';
import { StateBadge } from '../../../../ui/StateBadge.tsx';
import { sharingMessages } from '../sharing.messages.ts';

/** Whether the invitation has been accepted (S4.19). */
export function MemberState({ member }: { member: Member }) {
  const { t } = useMessages(sharingMessages);
  return member.state === 'PENDING' ? (
    <StateBadge tone="hot" icon={IconHourglass} label={t('pending')} />
  ) : (
    <StateBadge tone="proof" icon={IconCircleCheck} label={t('accepted')} />
  );
}
