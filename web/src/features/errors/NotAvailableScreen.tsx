import { Button } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages];

/** Stands in the place of a screen that comes with later work. */
export function NotAvailableScreen() {
  const { t } = useMessages(errorScreenMessages);
  return (
    <MessagePage icon={IconBarrierBlock} title={t('later')} detail={t('laterDetail')}>
      <Button component={Link} to="/">
        {t('toDashboard')}
      </Button>
    </MessagePage>
  );
}
