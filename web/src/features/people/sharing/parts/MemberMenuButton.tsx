import type { Member } from '@brina/contract/calls/people/sharing';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { nameOf } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';

const MemberMenu = lazy(async () => ({ default: (await import('./MemberMenu.tsx')).MemberMenu }));

/** The button of a user's menu, for others than oneself. The menu comes when it is first opened. */
export function MemberMenuButton({ member }: { member: Member }) {
  const { t } = useMessages(sharingMessages);
  const [asked, setAsked] = useState(false);
  if (member.self) return null;
  const button = (
    <ActionIcon
      aria-label={t('options', { name: nameOf(member) })}
      aria-haspopup="menu"
      loading={asked}
      onClick={() => setAsked(true)}
    >
      <IconDots size={22} aria-hidden />
    </ActionIcon>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <MemberMenu member={member} />
    </Suspense>
  );
}
