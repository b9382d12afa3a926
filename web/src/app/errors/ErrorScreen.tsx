import { pathOf } from '@brina/contract/screens';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMessages } from '../../lib/messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

export const messages = [errorScreenMessages];

/**
 * The general error page (S2.12, S8.25). The way to the root is a plain link: it loads the app anew, which a broken one needs.
 * @param onRetry tries again what failed, where there is something to try
 */
export function ErrorScreen({ onRetry }: { onRetry?: () => void }) {
  const { t } = useMessages(errorScreenMessages);
  return (
    <MessagePage icon={IconAlertTriangle} title={t('errorTitle')} detail={t('errorDetail')}>
      {onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
      <Button component="a" href={pathOf('dashboard')} variant={onRetry ? 'default' : 'filled'}>
        {t('toStart')}
      </Button>
    </MessagePage>
  );
}
