import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages];

/** No screen stands at this address (S2.4, S2.12). */
export function NotFoundScreen() {
  const { t } = useMessages(errorScreenMessages);
  return (
    <MessagePage icon={IconMapQuestion} title={t('notFoundTitle')} detail={t('notFoundDetail')}>
      <Button component={Link} to={pathOf('dashboard')}>
        {t('toDashboard')}
      </Button>
    </MessagePage>
  );
}
