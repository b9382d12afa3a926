import { pathOf } from '@brina/contract/screens';
import { homeOf } from '@brina/domain/people/roles';
import { Button } from '@mantine/core';
import { IconBarrierBlock } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/use-user.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages];

/** Stands in the place of a screen that comes with later work. */
export function NotAvailableScreen() {
  const { t } = useMessages(errorScreenMessages);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // At home there is nowhere to lead to: the root would open this page again.
  const isHome = path === pathOf(homeOf(useUser()?.role));
  return (
    <MessagePage icon={IconBarrierBlock} title={t('later')} detail={t('laterDetail')}>
      {!isHome && (
        <Button component={Link} to={pathOf('dashboard')}>
          {t('toDashboard')}
        </Button>
      )}
    </MessagePage>
  );
}
