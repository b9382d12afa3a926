import { second_ms } from '@brina/domain/language/durations';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { portalFetch } from '../../lib/fetch.ts';
import { useMessages } from '../../lib/messages.ts';
import { errorScreenMessages } from './errors.messages.ts';
import { MessagePage } from './parts/MessagePage.tsx';

const askEvery_ms = 5 * second_ms;

/** Stands where the app has started from what this browser keeps, and the portal cannot be reached. It goes on by itself. */
export function OfflineScreen({ onBack }: { onBack: () => void }) {
  const { t } = useMessages(errorScreenMessages);
  useEffect(() => {
    const look = (): void => void portalFetch('/config.json').then(onBack, () => undefined);
    const timer = setInterval(look, askEvery_ms);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }, [onBack]);
  return (
    <main>
      <MessagePage icon={IconPlugConnectedX} title={t('offlineTitle')} detail={t('offlineDetail')}>
        <Button onClick={onBack}>{t('retry')}</Button>
      </MessagePage>
    </main>
  );
}
