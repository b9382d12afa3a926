import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages];

/** The role may not open what was asked for (S2.12, S8.13). */
export function AccessScreen() {
  const { t } = useMessages(errorScreenMessages);
  return (
    <MessagePage icon={IconLock} title={t('accessTitle')} detail={t('accessDetail')}>
      <Button component={Link} to="/">
        {t('toDashboard')}
      </Button>
    </MessagePage>
  );
}
