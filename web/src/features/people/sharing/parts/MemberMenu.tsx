import type { Member } from '@brina/contract/calls/people/sharing';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconMailForward, IconTrash, IconUserCog } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../../lib/messages.ts';
import { nameOf } from '../sharing.data.ts';
import { sharingMessages } from '../sharing.messages.ts';
import { useMemberActions } from '../use-member-actions.tsx';

/** What can be done with a user, from its row. Opens by itself: it comes when asked for. */
export function MemberMenu({ member }: { member: Member }) {
  const { t } = useMessages(sharingMessages);
  const { changeRole, sendAgain, remove, dialog } = useMemberActions(member);
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Where the focus returns to when the menu closes; the button that was pressed is gone.
    target.current?.focus();
    setOpened(true);
  }, []);
  return (
    <>
      <Menu position="bottom-end" width={280} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon ref={target} aria-label={t('options', { name: nameOf(member) })}>
            <IconDots size={22} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {member.state === 'PENDING' && (
            <Menu.Item leftSection={<IconMailForward size={18} aria-hidden />} onClick={() => void sendAgain()}>
              {t('sendAgain')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconUserCog size={18} aria-hidden />} onClick={changeRole}>
            {t('changeRole')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={remove}>
            {t('remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
